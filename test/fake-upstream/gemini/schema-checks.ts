import { asFields, asList, isAbsent, type Fields } from '../fields.js';
import type { Path } from '../refused.js';
import { badField } from './bad-field.js';

/** The rules of `Schema` besides its names, which the parser of messages checks. */
export function checkSchema(schema: Fields, path: Path): void {
  checkType(schema, path);
  checkRequired(schema, path);
  for (const [index, property] of Object.values(asFields(schema.properties)).entries()) {
    checkSchema(asFields(property), [...path, 'properties', index, 'value']);
  }
  for (const [index, option] of asList(schema.anyOf).entries()) {
    checkSchema(asFields(option), [...path, 'anyOf', index]);
  }
  if (!isAbsent(schema.items)) checkSchema(asFields(schema.items), [...path, 'items']);
}

function checkType(schema: Fields, path: Path): void {
  const { type, items, format } = schema;
  const values = asList(schema.enum);
  if (type === 'ARRAY' && isAbsent(items)) throw badField([...path, 'items'], 'missing field.');
  if (values.length > 0 && type !== 'STRING') {
    throw badField([...path, 'enum'], 'only allowed for STRING type');
  }
  if (values.includes('')) throw badField([...path, 'enum', values.indexOf('')], 'cannot be empty');
  if (type === 'STRING' && typeof format === 'string' && !['enum', 'date-time'].includes(format)) {
    throw badField([...path, 'format'], "only 'enum' and 'date-time' are supported for STRING type");
  }
}

function checkRequired({ required, properties }: Fields, path: Path): void {
  const undefinedAt = asList(required).findIndex((name) => !(String(name) in asFields(properties)));
  if (undefinedAt >= 0) throw badField([...path, 'required', undefinedAt], 'property is not defined');
}
