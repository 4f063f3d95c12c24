import { type FieldOptions, field } from './field.js';
import { Whole } from './fields.js';

/** A whole number of at least 0. */
export const Count = (options?: FieldOptions): PropertyDecorator =>
  Whole({ min: 0, max: Number.MAX_SAFE_INTEGER }, options);

/** A number of at least 0, not necessarily whole. */
export function Measure(options?: FieldOptions): PropertyDecorator {
  return field(
    {
      expected: 'a number of at least 0',
      schema: { type: 'number', minimum: 0 },
      accepts: (value) => typeof value === 'number' && value >= 0,
    },
    options,
  );
}

/** An object with undeclared members. */
export function Facts(options?: FieldOptions): PropertyDecorator {
  return field(
    {
      expected: 'an object',
      schema: { type: 'object' },
      accepts: (value) => typeof value === 'object' && value !== null,
    },
    options,
  );
}
