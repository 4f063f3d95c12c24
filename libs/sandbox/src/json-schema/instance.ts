import { arrayInstance } from './array-instance.js';
import { numberInstance } from './number-instance.js';
import { type Schema, asSchema } from './schema.js';
import { stringInstance } from './string-instance.js';

const MAX_DEPTH = 12;
/** How many parts of a schema are looked at for one instance: references and lists can multiply them without end. */
const MAX_STEPS = 1_000;
/** No string of an instance takes more of the text than this. */
const MAX_TEXT = 20_000;

/** A small value that fits the schema; the same one every time. `text` is woven in where a string is wanted. */
export function instanceOf(schema: unknown, text: string): unknown {
  return new InstanceMaker(schema, text.slice(0, MAX_TEXT)).make(schema, 0);
}

class InstanceMaker {
  private steps = 0;

  constructor(
    private readonly root: unknown,
    private readonly text: string,
  ) {}

  make(source: unknown, depth: number, seed = 0): unknown {
    if (this.steps > MAX_STEPS) return null;
    const schema = this.resolve(asSchema(source), depth);
    if ('const' in schema) return schema.const;
    if (schema.enum !== undefined && schema.enum.length > 0) return schema.enum[seed % schema.enum.length];
    switch (typeOf(schema, depth)) {
      case 'object':
        return this.makeObject(schema, depth);
      case 'array':
        return arrayInstance(schema, depth >= MAX_DEPTH, (item, index) => this.make(item, depth + 1, index));
      case 'integer':
        return numberInstance(schema, true, seed);
      case 'number':
        return numberInstance(schema, false, seed);
      case 'boolean':
        return seed % 2 === 0;
      case 'null':
        return null;
      default:
        return stringInstance(schema, this.text, seed);
    }
  }

  /** Every property is filled while the tree is small; below that only those that must be there. */
  private makeObject(schema: Schema, depth: number): Record<string, unknown> {
    const required = new Set(schema.required?.slice(0, MAX_STEPS));
    const entries = Object.entries(schema.properties ?? {}).filter(
      ([name]) => depth < 4 || required.has(name),
    );
    const made = Object.fromEntries(
      entries.map(([name, property]) => [name, this.make(property, depth + 1)]),
    );
    for (const name of required) if (!Object.hasOwn(made, name)) made[name] = this.text;
    return made;
  }

  /** References followed, alternatives chosen, conjunctions merged. */
  private resolve(schema: Schema, depth: number): Schema {
    this.steps += 1;
    if (depth > MAX_DEPTH * 2 || this.steps > MAX_STEPS) return {};
    if (schema.$ref !== undefined) {
      const { $ref, ...beside } = schema;
      return this.resolve({ ...this.lookUp($ref), ...beside }, depth + 1);
    }
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives !== undefined) {
      const { anyOf: _anyOf, oneOf: _oneOf, ...beside } = schema;
      return this.resolve(merge(beside, asSchema(choose(alternatives, depth))), depth + 1);
    }
    if (schema.allOf !== undefined) {
      const { allOf, ...beside } = schema;
      const parts = allOf.map((part) => this.resolve(asSchema(part), depth + 1));
      return parts.reduce(merge, beside);
    }
    return schema;
  }

  private lookUp(reference: string): Schema {
    if (!reference.startsWith('#')) return {};
    const steps = reference
      .split('/')
      .slice(1)
      .map((step) => decodeStep(step).replaceAll('~1', '/').replaceAll('~0', '~'));
    const found = steps.reduce<unknown>(
      (place, step) =>
        typeof place === 'object' && place !== null && Object.hasOwn(place, step)
          ? (place as Record<string, unknown>)[step]
          : undefined,
      this.root,
    );
    return asSchema(found);
  }
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** The first alternative, unless the tree is deep: then one that ends it. */
function choose(alternatives: readonly (Schema | boolean)[], depth: number): Schema | boolean | undefined {
  const ending = alternatives.find((alternative) => asSchema(alternative).type === 'null');
  return depth >= 4 && ending !== undefined ? ending : alternatives[0];
}

function merge(first: Schema, second: Schema): Schema {
  const merged: Schema = { ...first, ...second };
  if (first.properties || second.properties)
    merged.properties = { ...first.properties, ...second.properties };
  if (first.required || second.required)
    merged.required = [...new Set([...(first.required ?? []), ...(second.required ?? [])])];
  return merged;
}

function typeOf(schema: Schema, depth: number): string {
  if (Array.isArray(schema.type)) {
    const isDeep = depth >= 4 && schema.type.includes('null');
    return isDeep ? 'null' : (schema.type.find((type) => type !== 'null') ?? 'null');
  }
  if (schema.type !== undefined) return schema.type;
  if (schema.properties !== undefined || schema.required !== undefined) return 'object';
  if (schema.items !== undefined || schema.prefixItems !== undefined) return 'array';
  if (schema.minimum !== undefined || schema.maximum !== undefined) return 'number';
  return 'string';
}
