/** A JSON Schema, as far as the reference shows it. */
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

/** The schema itself, where only its name is given. What is said beside the name counts. */
export function resolve(schema: Schema, schemas: Schemas): Schema {
  const { $ref, ...beside } = schema;
  if ($ref !== undefined)
    return { ...resolve(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas), ...beside };
  const [only, ...others] = schema.allOf ?? [];
  return only !== undefined && others.length === 0
    ? { ...resolve(only, schemas), ...beside, allOf: undefined }
    : schema;
}

/** What the value may be, without null. One schema where there is no choice. */
export function getChoices(schema: Schema, schemas: Schemas): Schema[] {
  const resolved = resolve(schema, schemas);
  if (resolved.anyOf === undefined) return [resolved];
  return resolved.anyOf
    .flatMap((choice) => getChoices(choice, schemas))
    .filter(({ type }) => type !== 'null');
}

/** What kind of value it is, in a few words: "string", "integer, 1 to 128", "array of objects". */
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

/** The schemas below a field that have fields of their own: of the value, or of the elements of a list. */
export function getInner(schema: Schema, schemas: Schemas): Schema[] {
  return getChoices(schema, schemas).flatMap((choice) => {
    if (choice.properties !== undefined) return [choice];
    return choice.items === undefined ? [] : getInner(choice.items, schemas);
  });
}

/** What tells one of several kinds of objects from the others. */
export function nameKind(schema: Schema, schemas: Schemas): string {
  const { type, role } = schema.properties ?? {};
  const marks = [role, type].flatMap((mark) => {
    const { const: value, enum: values } = mark === undefined ? {} : resolve(mark, schemas);
    if (value !== undefined) return [String(value)];
    return values === undefined ? [] : [values.join(' or ')];
  });
  return marks[0] ?? 'object';
}
