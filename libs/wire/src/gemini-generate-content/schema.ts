import { isJsonObject, type JsonObject, type JsonValue } from '#canonical';
import { checkObject } from '../validation/json-values.js';
import { ProtoObject } from './proto-object.js';

const COUNTS = ['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'];
const TYPES = ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL'];
/** Fields that JSON Schema expresses differently or lacks. */
const TRANSLATED_FIELDS = new Set([
  'type',
  'nullable',
  'enum',
  'format',
  'example',
  'propertyOrdering',
  ...COUNTS,
]);

const SCHEMA_MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Keywords whose values are data, which may look like a schema. */
const DATA_KEYWORDS = new Set(['enum', 'default', 'examples', 'example']);

/** Converts the OpenAPI dialect of this format (types in upper case, `nullable`) to JSON Schema. */
export function decodeSchema(schema: ProtoObject): JsonObject {
  const decoded: JsonObject = {};
  const type = decodeType(schema);
  if (type !== undefined) decoded['type'] = type;
  for (const field of schema.fields) {
    if (!TRANSLATED_FIELDS.has(field)) decoded[field] = decodeField(schema, field);
  }
  const format = schema.string('format');
  if (format !== undefined && format !== 'enum') decoded['format'] = format;
  for (const field of COUNTS) {
    const count = schema.integer(field, { min: 0 });
    if (count !== undefined) decoded[field] = count;
  }
  const example = schema.value('example');
  if (example !== undefined) decoded['examples'] = [example];
  const values = decodeEnum(schema);
  if (values !== undefined) decoded['enum'] = values;
  return allowNull(schema, decoded);
}

function decodeType(schema: ProtoObject): JsonValue | undefined {
  const value = schema.value('type');
  if (Array.isArray(value)) return value;
  const type = schema.enumName('type');
  if (type === undefined || type === 'TYPE_UNSPECIFIED') return undefined;
  return TYPES.includes(type) ? type.toLowerCase() : value;
}

function decodeField(schema: ProtoObject, field: string): JsonValue {
  switch (field) {
    case 'items':
    case 'additionalProperties': {
      const value = schema.value(field);
      return isJsonObject(value)
        ? decodeSchema(new ProtoObject(value, schema.getPath(field)))
        : (value ?? null);
    }
    case 'anyOf':
      return (schema.objects('anyOf') ?? []).map(decodeSchema);
    case 'properties':
      return decodeProperties(schema);
    default:
      return schema.value(field) ?? null;
  }
}

/**
 * Models write the fields of an object in the order of its schema, so the properties are reordered as
 * `propertyOrdering` requests.
 */
function decodeProperties(schema: ProtoObject): JsonObject {
  const properties = schema.plainObject('properties') ?? {};
  const path = schema.getPath('properties');
  const ordering = (schema.strings('propertyOrdering') ?? []).filter((name) =>
    Object.hasOwn(properties, name),
  );
  const names = new Set([...ordering, ...Object.keys(properties)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const propertyPath = `${path}.${name}`;
      return [
        name,
        decodeSchema(new ProtoObject(checkObject(properties[name] ?? {}, propertyPath), propertyPath)),
      ];
    }),
  );
}

/** Enum values are always strings in this format, even those of numbers. */
function decodeEnum(schema: ProtoObject): JsonValue[] | undefined {
  const values = schema.value('enum');
  if (values === undefined) return undefined;
  const isNumeric = ['integer', 'number'].some((type) => type === decodeType(schema));
  const list = Array.isArray(values) ? values : [values];
  return isNumeric ? list.map((item) => (Number.isFinite(Number(item)) ? Number(item) : item)) : list;
}

function allowNull(schema: ProtoObject, decoded: JsonObject): JsonObject {
  if (schema.boolean('nullable') !== true) return decoded;
  const { type, enum: values, anyOf } = decoded;
  if (typeof type === 'string' && type !== 'null') decoded['type'] = [type, 'null'];
  if (Array.isArray(values)) decoded['enum'] = [...values, null];
  if (type === undefined && Array.isArray(anyOf)) decoded['anyOf'] = [...anyOf, { type: 'null' }];
  return decoded;
}

/** Converts JSON Schema to what the service accepts: `const` becomes an enum with one value. */
export function encodeSchema(schema: JsonObject): JsonObject {
  const { const: only, ...rest } = schema;
  const encoded: JsonObject = {};
  for (const [keyword, value] of Object.entries(rest)) encoded[keyword] = encodeKeyword(keyword, value);
  return only === undefined ? encoded : { ...encoded, enum: [only] };
}

function encodeKeyword(keyword: string, value: JsonValue): JsonValue {
  if (DATA_KEYWORDS.has(keyword)) return value;
  if (SCHEMA_MAPS.has(keyword) && isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, encodeNested(schema)]));
  }
  return encodeNested(value);
}

function encodeNested(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(encodeNested);
  return isJsonObject(value) ? encodeSchema(value) : value;
}
