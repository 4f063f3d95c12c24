/** A JSON Schema, as OpenAPI 3.1 has it. */
export type Schema = Readonly<Record<string, unknown>>;

interface Bounds {
  min?: number | undefined;
  max?: number | undefined;
}

type Fields = Readonly<Record<string, Schema>>;

/** `more` is whatever else the standard has for it, such as an example. */
export function text(description: string, more: Schema = {}): Schema {
  return { type: 'string', description, ...more };
}

/** A text that is not empty. */
export function name(description: string): Schema {
  return text(description, { minLength: 1 });
}

/** A text of a length within bounds. */
export function boundedText(description: string, bounds: Bounds): Schema {
  return text(description, rename(bounds, 'minLength', 'maxLength'));
}

export function word(description: string, values: readonly string[], more: Schema = {}): Schema {
  return { type: 'string', enum: [...values], description, ...more };
}

/** Always the same word, which tells one kind of object from others. */
export function constant(value: string, description?: string): Schema {
  return { type: 'string', const: value, ...(description === undefined ? {} : { description }) };
}

export function number(description: string, bounds: Bounds = {}): Schema {
  return { type: 'number', description, ...rename(bounds, 'minimum', 'maximum') };
}

export function integer(description: string, bounds: Bounds = {}): Schema {
  return { type: 'integer', description, ...rename(bounds, 'minimum', 'maximum') };
}

export function truth(description: string): Schema {
  return { type: 'boolean', description };
}

export function list(items: Schema, description: string, bounds: Bounds = {}): Schema {
  return { type: 'array', items, description, ...rename(bounds, 'minItems', 'maxItems') };
}

/** Members beside these are taken, too: the model service may know them. */
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

/** An object whose names are the caller's own. */
export function map(values: Schema, description: string): Schema {
  return { type: 'object', description, additionalProperties: values };
}

export function either(choices: readonly Schema[], description?: string): Schema {
  return { ...(description === undefined ? {} : { description }), anyOf: [...choices] };
}

/** In an answer: the value, or null where there is none. */
export function nullable(schema: Schema): Schema {
  const { type, description } = schema;
  if (typeof type === 'string' && schema['enum'] === undefined) return { ...schema, type: [type, 'null'] };
  return { ...(description === undefined ? {} : { description }), anyOf: [schema, { type: 'null' }] };
}

/** A file of a form. */
export function file(description: string): Schema {
  return { type: 'string', format: 'binary', description };
}

/** Another schema of the document. */
export function refer(name: string, description?: string): Schema {
  return { $ref: `#/components/schemas/${name}`, ...(description === undefined ? {} : { description }) };
}

function rename({ min, max }: Bounds, lowest: string, highest: string): Record<string, number> {
  return {
    ...(min === undefined ? {} : { [lowest]: min }),
    ...(max === undefined ? {} : { [highest]: max }),
  };
}
