import { isAbsent, isObject, type Fields } from '../fields.js';
import { Refused, type Path } from '../refused.js';
import { getFieldPath } from './field-path.js';
import type { Kind, Scalar } from './proto-kinds.js';
import { MESSAGES } from './proto-messages.js';

/** Parses a message like protobuf's JSON: both spellings of a name are valid, unknown names are not. */
export function readMessage(value: unknown, name: string, path: Path = []): Fields {
  if (!isObject(value)) throw invalidValue(value, path, name);
  const known = MESSAGES[name] ?? {};
  const fields: Fields = {};
  for (const [spelling, content] of Object.entries(value)) {
    const field = camelCase(spelling);
    const kind = Object.hasOwn(known, field) ? known[field] : undefined;
    if (kind === undefined) throw unknownName(spelling, path);
    if (!isAbsent(content)) fields[field] = readValue(content, kind, [...path, field]);
  }
  return fields;
}

function readValue(value: unknown, kind: Kind, path: Path): unknown {
  if (kind === 'any') return value;
  if (kind === 'struct') return readStruct(value, path);
  if (typeof kind === 'string') return readScalar(value, kind, path);
  if ('message' in kind) return readMessage(value, kind.message, path);
  if ('oneOf' in kind) return readEnum(value, kind.oneOf, path);
  if ('map' in kind) return readMap(value, kind.map, path);
  // A single message is accepted as a list of one.
  const items: unknown =
    isObject(value) && typeof kind.list === 'object' && 'message' in kind.list ? [value] : value;
  if (!Array.isArray(items)) throw invalidValue(value, path, 'a list');
  return items.map((item, index) => readValue(item, kind.list, [...path, index]));
}

function readStruct(value: unknown, path: Path): Fields {
  if (!isObject(value)) throw invalidValue(value, path, 'google.protobuf.Struct');
  return value;
}

function readMap(value: unknown, kind: Kind, path: Path): Fields {
  const entries = Object.entries(readStruct(value, path));
  return Object.fromEntries(
    entries.map(([key, item], index) => [key, readValue(item, kind, [...path, index, 'value'])]),
  );
}

function readEnum(value: unknown, names: readonly string[], path: Path): string {
  const name = typeof value === 'string' ? value.toUpperCase() : '';
  if (!names.includes(name)) throw invalidValue(value, path, `one of ${names.join(', ')}`);
  return name;
}

const SCALAR_TESTS: Readonly<Record<Scalar, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value)),
  boolean: (value) => typeof value === 'boolean',
  bytes: (value) => typeof value === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(value),
};

function readScalar(value: unknown, kind: Scalar, path: Path): unknown {
  if (!SCALAR_TESTS[kind](value)) throw invalidValue(value, path, `TYPE_${kind.toUpperCase()}`);
  return kind === 'integer' ? Number(value) : value;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function unknownName(name: string, path: Path): Refused {
  const place = path.length > 0 ? ` at '${getFieldPath(path)}'` : '';
  const message = `Invalid JSON payload received. Unknown name "${name}"${place}: Cannot find field.`;
  return new Refused(message, { path: [...path, name] });
}

function invalidValue(value: unknown, path: Path, expected: string): Refused {
  const place = path.length > 0 ? ` at '${getFieldPath(path)}'` : '';
  return new Refused(`Invalid value${place} (${expected}), ${JSON.stringify(value)}`, { path });
}
