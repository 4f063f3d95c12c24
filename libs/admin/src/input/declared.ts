import { type FieldOptions, type FieldSchema, field } from './field.js';

/** A field whose rules are those of the config file: here it is only described, and checked there. */
export function declared(schema: FieldSchema, options?: FieldOptions): PropertyDecorator {
  return field({ expected: 'as in the config file', schema, accepts: () => true }, options);
}
