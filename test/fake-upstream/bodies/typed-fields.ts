import type { Fields } from '../fields.js';
import { Refused } from '../refused.js';
import type { ReceivedForm } from './received-form.js';

interface FieldTypes {
  integers?: readonly string[];
  numbers?: readonly string[];
  booleans?: readonly string[];
  /** Fields that may occur more than once, with the brackets of their names. */
  lists?: readonly string[];
}

/** The fields of a form with the types of a JSON body. An invalid value remains a string. */
export function typedFields(form: ReceivedForm, types: FieldTypes): Fields {
  const fields: Fields = {};
  for (const { name, value } of form.fields) {
    if (types.lists?.includes(name)) fields[name] = form.values(name);
    else if (name in fields) {
      throw new Refused('You provided several values.', { path: [name], code: 'duplicate_parameter' });
    } else fields[name] = typed(name, value, types);
  }
  return fields;
}

function typed(name: string, value: string, { integers, numbers, booleans }: FieldTypes): unknown {
  if (integers?.includes(name) && /^-?\d+$/.test(value)) return Number(value);
  if (numbers?.includes(name) && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (booleans?.includes(name) && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return value;
}
