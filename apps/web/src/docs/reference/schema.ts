/** The parts of a JSON Schema that the reference shows. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  const?: string | number | boolean;
  enum?: (string | number | null)[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
}

export type Schemas = Readonly<Record<string, Schema>>;

/** Resolves `$ref` and an `allOf` with a single element. Properties next to them override those of the resolved schema. */
export function resolve(schema: Schema, schemas: Schemas): Schema {
  const { $ref, ...overrides } = schema;
  if ($ref !== undefined)
    return { ...resolve(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas), ...overrides };
  const [only, ...others] = schema.allOf ?? [];
  return only !== undefined && others.length === 0
    ? { ...resolve(only, schemas), ...overrides, allOf: undefined }
    : schema;
}

/** The alternatives of a union without null; the schema itself if it is not a union. */
export function getChoices(schema: Schema, schemas: Schemas): Schema[] {
  const resolved = resolve(schema, schemas);
  if (resolved.anyOf === undefined) return [resolved];
  return resolved.anyOf
    .flatMap((choice) => getChoices(choice, schemas))
    .filter(({ type }) => type !== 'null');
}

/** A short description of the type, such as "string", "integer, 1 to 128" or "array of objects". */
export function describeType(schema: Schema, schemas: Schemas): string {
  const kinds = [...new Set(getChoices(schema, schemas).map((choice) => describeOne(choice, schemas)))];
  return `${kinds.join(' or ')}${isNullable(schema, schemas) ? ' or null' : ''}`;
}

function describeOne(schema: Schema, schemas: Schemas): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.filter((value) => value !== null).join(' | ');
  if (schema.format === 'binary') return 'file';
  const name = [schema.type].flat().find((type) => type !== 'null');
  if (name === 'array')
    return `array of ${schema.items === undefined ? 'any type' : describeMany(schema.items, schemas)}`;
  return `${schema.format ?? name ?? 'any'}${describeBounds(schema)}`;
}

const ANY_TYPE = 'any type';

function describeMany(items: Schema, schemas: Schemas): string {
  const kinds = getChoices(items, schemas).map((choice) => [choice.type].flat()[0] ?? ANY_TYPE);
  return [...new Set(kinds)].map((kind) => (kind === ANY_TYPE ? kind : `${kind}s`)).join(' or ');
}

function describeBounds(schema: Schema): string {
  const { minimum, maximum, exclusiveMinimum, maxLength } = schema;
  if (maxLength !== undefined) return `, up to ${maxLength} characters`;
  const lowest = minimum ?? exclusiveMinimum;
  if (lowest !== undefined && maximum !== undefined)
    return `, ${exclusiveMinimum === undefined ? '' : 'above '}${lowest} to ${maximum}`;
  return minimum === undefined ? '' : `, at least ${minimum}`;
}

function isNullable(schema: Schema, schemas: Schemas): boolean {
  const resolved = resolve(schema, schemas);
  return (
    [resolved.type].flat().includes('null') ||
    (resolved.anyOf ?? []).some((choice) => isNullable(choice, schemas))
  );
}

/** The object schemas of a field: the types of its value, or of its array elements. */
export function getInner(schema: Schema, schemas: Schemas): Schema[] {
  return getChoices(schema, schemas).flatMap((choice) => {
    if (choice.properties !== undefined) return [choice];
    return choice.items === undefined ? [] : getInner(choice.items, schemas);
  });
}

/** The name of an object type of a union: the value of its `role` or `type` field. */
export function nameKind(schema: Schema, schemas: Schemas): string {
  const { type, role } = schema.properties ?? {};
  const names = [role, type].flatMap((property) => {
    const { const: value, enum: values } = property === undefined ? {} : resolve(property, schemas);
    if (value !== undefined) return [String(value)];
    return values === undefined ? [] : [values.join(' or ')];
  });
  return names[0] ?? 'object';
}
