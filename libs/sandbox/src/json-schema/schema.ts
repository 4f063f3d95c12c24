/** The supported keywords of JSON Schema. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema | boolean>;
  definitions?: Record<string, Schema | boolean>;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  anyOf?: (Schema | boolean)[];
  oneOf?: (Schema | boolean)[];
  allOf?: (Schema | boolean)[];
  properties?: Record<string, Schema | boolean>;
  required?: string[];
  items?: Schema | boolean;
  prefixItems?: (Schema | boolean)[];
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
}

const MAX_ITEMS = 100;
const MAX_LENGTH = 10_000;

/** Schemas come from clients, so a keyword with a value of the wrong type is ignored. */
const KEYWORDS: { readonly [Keyword in keyof Schema]-?: (value: unknown) => boolean } = {
  $ref: isString,
  $defs: isObject,
  definitions: isObject,
  type: (value) => isString(value) || (Array.isArray(value) && value.every(isString)),
  const: () => true,
  enum: Array.isArray,
  default: () => true,
  examples: Array.isArray,
  anyOf: Array.isArray,
  oneOf: Array.isArray,
  allOf: Array.isArray,
  properties: isObject,
  required: (value) => Array.isArray(value) && value.every(isString),
  items: () => true,
  prefixItems: Array.isArray,
  minItems: isWithin(MAX_ITEMS),
  maxItems: isWithin(Number.MAX_VALUE),
  uniqueItems: (value) => typeof value === 'boolean',
  minimum: Number.isFinite,
  maximum: Number.isFinite,
  exclusiveMinimum: Number.isFinite,
  exclusiveMaximum: Number.isFinite,
  multipleOf: (value) => Number.isFinite(value) && (value as number) > 0,
  minLength: isWithin(MAX_LENGTH),
  maxLength: isWithin(Number.MAX_VALUE),
  format: isString,
};

/** The supported keywords of a schema. */
export function asSchema(value: unknown): Schema {
  if (!isObject(value)) return {};
  const known = Object.entries(KEYWORDS).filter(
    ([keyword, isValid]) => Object.hasOwn(value, keyword) && isValid(value[keyword]),
  );
  return Object.fromEntries(known.map(([keyword]) => [keyword, value[keyword]]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isWithin(max: number): (value: unknown) => boolean {
  return (value) => Number.isFinite(value) && (value as number) >= 0 && (value as number) <= max;
}
