/** A JSON Schema of OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>;

interface Bounds {
  min?: number | undefined;
  max?: number | undefined;
}

type Fields = Readonly<Record<string, Schema>>;

/** `more` are further keywords, such as an example. */
export function text(description: string, more: Schema = {}): Schema {
  return { type: 'string', description, ...more };
}

/** A string that is not empty. */
export function name(description: string): Schema {
  return text(description, { minLength: 1 });
}

/** A string with bounds for its length. */
export function boundedText(description: string, bounds: Bounds): Schema {
  return text(description, toBounds(bounds, 'minLength', 'maxLength'));
}

export function enumeration(description: string, values: readonly string[], more: Schema = {}): Schema {
  return { type: 'string', enum: [...values], description, ...more };
}

/** A constant string, which identifies a type of object. */
export function constant(value: string, description?: string): Schema {
  return { type: 'string', const: value, ...(description === undefined ? {} : { description }) };
}

export function number(description: string, bounds: Bounds = {}): Schema {
  return { type: 'number', description, ...toBounds(bounds, 'minimum', 'maximum') };
}

export function integer(description: string, bounds: Bounds = {}): Schema {
  return { type: 'integer', description, ...toBounds(bounds, 'minimum', 'maximum') };
}

export function boolean(description: string): Schema {
  return { type: 'boolean', description };
}

export function list(items: Schema, description: string, bounds: Bounds = {}): Schema {
  return { type: 'array', items, description, ...toBounds(bounds, 'minItems', 'maxItems') };
}

/** Other members are allowed, because the model service may know them. */
export function object(required: Fields, optional: Fields = {}, description?: string): Schema {
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    ...(Object.keys(required).length === 0 ? {} : { required: Object.keys(required) }),
    properties: { ...required, ...optional },
  };
}

/** An object with any members. */
export function anyObject(description: string): Schema {
  return { type: 'object', description, additionalProperties: true };
}

/** An object whose keys the caller chooses. */
export function map(values: Schema, description: string): Schema {
  return { type: 'object', description, additionalProperties: values };
}

export function anyOf(choices: readonly Schema[], description?: string): Schema {
  return { ...(description === undefined ? {} : { description }), anyOf: [...choices] };
}

/** In a response: the value, or null. */
export function nullable(schema: Schema): Schema {
  const { type, description } = schema;
  if (typeof type === 'string' && schema['enum'] === undefined) return { ...schema, type: [type, 'null'] };
  return { ...(description === undefined ? {} : { description }), anyOf: [schema, { type: 'null' }] };
}

/** A file of a form. */
export function file(description: string): Schema {
  return { type: 'string', format: 'binary', description };
}

/** A reference to another schema of the document. */
export function refer(name: string, description?: string): Schema {
  return { $ref: `#/components/schemas/${name}`, ...(description === undefined ? {} : { description }) };
}

function toBounds({ min, max }: Bounds, minName: string, maxName: string): Record<string, number> {
  return {
    ...(min === undefined ? {} : { [minName]: min }),
    ...(max === undefined ? {} : { [maxName]: max }),
  };
}
