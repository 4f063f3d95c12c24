import { type ApiRequest, type FormField } from '../call/api-request.js';

const NUMBERS = new Set(['n', 'temperature', 'output_compression', 'partial_images']);
const BOOLEANS = new Set(['stream']);

/** Form values are text, but SDKs expect numbers and booleans for these fields. */
export function parseFormValue({ name, value }: FormField): unknown {
  if (typeof value !== 'string') return value;
  if (NUMBERS.has(name)) return Number(value);
  return BOOLEANS.has(name) ? value === 'true' : value;
}

/** Groups fields by name. Several fields of one name, or a name that ends with `[]`, give a list. */
export function groupFields<Value>(
  fields: readonly FormField[],
  write: (field: FormField) => Value,
): Record<string, Value | Value[]> {
  const names = new Set(fields.map(({ name }) => withoutBrackets(name)));
  return Object.fromEntries([...names].map((name) => [name, groupValues(name, fields, write)]));
}

function groupValues<Value>(
  name: string,
  fields: readonly FormField[],
  write: (field: FormField) => Value,
): Value | Value[] {
  const group = fields.filter((field) => withoutBrackets(field.name) === name);
  const [single, ...others] = group;
  if (single === undefined || others.length > 0 || single.name !== name) return group.map(write);
  return write(single);
}

function withoutBrackets(name: string): string {
  return name.replace(/\[\]$/, '');
}

/** The name of the file to which the example code writes the response. Undefined if the response is not audio. */
export function getOutputFileName({ path, json }: ApiRequest): string | undefined {
  if (path !== '/v1/audio/speech') return undefined;
  const { response_format: format } = (json ?? {}) as { response_format?: unknown };
  return `speech.${typeof format === 'string' && /^\w+$/.test(format) ? format : 'mp3'}`;
}
