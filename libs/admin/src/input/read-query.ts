import { GatewayError } from '#canonical';
import { getFields } from './field.js';
import { readInput } from './read-input.js';

/** Like a body, but everything arrives as text. */
export function readQuery<Value extends object>(dto: new () => Value, given: unknown): Value {
  const types = new Map(getFields(dto).map(({ name, schema }) => [name, schema.type]));
  const values = Object.entries((given ?? {}) as Record<string, unknown>).map(([name, text]) => {
    if (typeof text === 'string') return [name, getValue(text, types.get(name))];
    throw new GatewayError('invalid-value', `"${name}" may be given only once.`, { param: name });
  });
  return readInput(dto, Object.fromEntries(values));
}

/** A text that is no such value stays one: whoever checks it says what was expected. */
function getValue(text: string, type: string | undefined): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  const isNumber = type === 'integer' || type === 'number';
  return isNumber && /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text;
}
