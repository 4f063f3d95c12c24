import { type JsonObject, type JsonValue } from '#canonical';
import { isJsonObject } from './proto-object.js';

const SCHEMA_MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Keywords whose values are data, which may look like a schema and is none. */
const DATA = new Set(['enum', 'default', 'examples', 'example']);

/** JSON Schema as the service reads it: all of it but `const`, which becomes an enumeration of one. */
export function encodeSchema(schema: JsonObject): JsonObject {
  const { const: only, ...rest } = schema;
  const encoded: JsonObject = {};
  for (const [keyword, value] of Object.entries(rest)) encoded[keyword] = encodeKeyword(keyword, value);
  return only === undefined ? encoded : { ...encoded, enum: [only] };
}

function encodeKeyword(keyword: string, value: JsonValue): JsonValue {
  if (DATA.has(keyword)) return value;
  if (SCHEMA_MAPS.has(keyword) && isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, encodeNested(schema)]));
  }
  return encodeNested(value);
}

function encodeNested(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(encodeNested);
  return isJsonObject(value) ? encodeSchema(value) : value;
}
