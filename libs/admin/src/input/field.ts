import { ValidateBy, ValidateIf, ValidateNested } from 'class-validator';

/** A JSON Schema with the keywords that fields need. */
export interface FieldSchema {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  [keyword: string]: unknown;
}

/** The rule for one value of a field. */
interface FieldKind {
  /** A noun for the error message: "must be <noun>". */
  expected: string;
  schema: FieldSchema;
  accepts: (value: unknown) => boolean;
}

export interface FieldOptions {
  /** Shown in the API reference. */
  description?: string;
  example?: unknown;
  /** Whether the field can be missing. */
  optional?: true;
  /** Whether the value can be null. */
  nullable?: true;
  /** Set if the value is a list of such values; with `orOne`, a single value is accepted, too. */
  list?: { min?: number; max: number; orOne?: true };
}

const FIELDS = Symbol('fields');

/** The name of our rule in class-validator. */
export const FIELD_CHECK = 'field';

/** The declaration of a field, from which the API reference is generated. */
export interface DeclaredField extends FieldOptions {
  name: string;
  schema: FieldSchema;
  /** The class of a nested object. */
  nested?: () => new () => object;
}

/** All fields of a class, inherited ones first. */
export function getFields(target: new () => object): readonly DeclaredField[] {
  return (Reflect.getMetadata(FIELDS, target) as DeclaredField[] | undefined) ?? [];
}

/** Declares a property of a request or response DTO, for both validation and the API reference. */
export function field(kind: FieldKind, options: FieldOptions = {}): PropertyDecorator {
  return (target, property) => {
    declare(target, { ...options, name: String(property), schema: kind.schema });
    check(kind, options)(target, property);
    allowMissing(options)?.(target, property);
  };
}

/** Declares a property that is an object with its own fields, or a list of such objects. */
export function nested(dto: () => new () => object, options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'object' } as const;
  const kind = { expected: 'an object', schema, accepts: (value: unknown) => value instanceof dto() };
  return (target, property) => {
    declare(target, { ...options, name: String(property), schema, nested: dto });
    check(kind, options)(target, property);
    ValidateNested({ each: options.list !== undefined && options.list.orOne !== true })(target, property);
    allowMissing(options)?.(target, property);
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

function allowMissing({ optional, nullable }: FieldOptions): PropertyDecorator | undefined {
  if (optional === undefined && nullable === undefined) return undefined;
  return (target, property) =>
    ValidateIf((_object, value) => !((optional && value === undefined) || (nullable && value === null)))(
      target,
      property,
    );
}

function toListKind(
  { expected, schema, accepts }: FieldKind,
  { min = 1, max, orOne }: NonNullable<FieldOptions['list']>,
): FieldKind {
  return {
    expected: `${orOne === true ? `${expected}, or ` : ''}a list of ${min} to ${max}, each ${expected}`,
    schema: { type: 'array', items: schema, minItems: min, maxItems: max },
    accepts: (value) =>
      Array.isArray(value)
        ? value.length >= min && value.length <= max && value.every(accepts)
        : orOne === true && accepts(value),
  };
}

/** Declares a property that is validated by the rules of the config file, not by the DTO. */
export function declared(schema: FieldSchema, options?: FieldOptions): PropertyDecorator {
  return field({ expected: 'as in the config file', schema, accepts: () => true }, options);
}
