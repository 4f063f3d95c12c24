import { ValidateBy, ValidateIf, ValidateNested } from 'class-validator';

/** A JSON Schema, as far as fields need it. */
export interface FieldSchema {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  [keyword: string]: unknown;
}

/** What one value of a field has to be. */
interface FieldKind {
  /** As a noun: an error puts "must be" before it. */
  expected: string;
  schema: FieldSchema;
  accepts: (value: unknown) => boolean;
}

export interface FieldOptions {
  /** Shown in the reference. */
  description?: string;
  example?: unknown;
  /** May be left out. */
  optional?: true;
  /** May be null, which says that there is none. */
  nullable?: true;
  /** Several of them. */
  list?: { min?: number; max: number };
}

const FIELDS = Symbol('fields');

/** The name of our own rule among those of the library. */
export const FIELD_CHECK = 'field';

/** A field, as it was declared: what the reference is made from. */
export interface DeclaredField extends FieldOptions {
  name: string;
  schema: FieldSchema;
  /** The class of an object inside. */
  nested?: () => new () => object;
}

/** All fields of a class, those that it inherits first. */
export function getFields(target: new () => object): readonly DeclaredField[] {
  return (Reflect.getMetadata(FIELDS, target) as DeclaredField[] | undefined) ?? [];
}

/** A property of a DTO or of an answer. Everything that is said about it is said here once. */
export function field(kind: FieldKind, options: FieldOptions = {}): PropertyDecorator {
  return (target, property) => {
    declare(target, { ...options, name: String(property), schema: kind.schema });
    check(kind, options)(target, property);
    mayBeMissing(options)?.(target, property);
  };
}

/** A property that is an object with fields of its own, or a list of such. */
export function nested(dto: () => new () => object, options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'object' } as const;
  const kind = { expected: 'an object', schema, accepts: (value: unknown) => value instanceof dto() };
  return (target, property) => {
    declare(target, { ...options, name: String(property), schema, nested: dto });
    check(kind, options)(target, property);
    ValidateNested({ each: options.list !== undefined })(target, property);
    mayBeMissing(options)?.(target, property);
  };
}

function check(kind: FieldKind, { list }: FieldOptions): PropertyDecorator {
  const rule = list === undefined ? kind : toListKind(kind, list);
  return ValidateBy({
    name: FIELD_CHECK,
    validator: { validate: rule.accepts, defaultMessage: () => `must be ${rule.expected}` },
  });
}

function declare(target: object, declared: DeclaredField): void {
  const others = getFields(target.constructor as new () => object).filter(
    ({ name }) => name !== declared.name,
  );
  Reflect.defineMetadata(FIELDS, [...others, declared], target.constructor);
}

function mayBeMissing({ optional, nullable }: FieldOptions): PropertyDecorator | undefined {
  if (optional === undefined && nullable === undefined) return undefined;
  return (target, property) =>
    ValidateIf((_object, value) => !((optional && value === undefined) || (nullable && value === null)))(
      target,
      property,
    );
}

function toListKind(
  { expected, schema, accepts }: FieldKind,
  { min = 1, max }: NonNullable<FieldOptions['list']>,
): FieldKind {
  return {
    expected: `a list of ${min} to ${max}, each ${expected}`,
    schema: { type: 'array', items: schema, minItems: min, maxItems: max },
    accepts: (value) =>
      Array.isArray(value) && value.length >= min && value.length <= max && value.every(accepts),
  };
}

/** A field whose rules are those of the config file: here it is only described, and checked there. */
export function declared(schema: FieldSchema, options?: FieldOptions): PropertyDecorator {
  return field({ expected: 'as in the config file', schema, accepts: () => true }, options);
}
