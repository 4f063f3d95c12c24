import { type Schema, asSchema } from './schema.js';

const MAX_DEPTH = 12;
/** How many parts of a schema are looked at for one instance: references and lists can multiply them without end. */
const MAX_STEPS = 1_000;
/** No string of an instance takes more of the text than this. */
const MAX_TEXT = 20_000;

const BY_FORMAT: Record<string, string> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  duration: 'P1D',
  email: 'sandbox@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uuid: '00000000-0000-4000-8000-000000000000',
  uri: 'https://example.com/',
};

/** A small value that fits the schema; the same one every time. `text` is woven in where a string is wanted. */
export function buildInstance(schema: unknown, text: string): unknown {
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
    switch (getType(schema, depth)) {
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

function getType(schema: Schema, depth: number): string {
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

/** Two items show that it is a list, unless the schema says otherwise; none where the tree has grown too deep. */
function arrayInstance(
  schema: Schema,
  isTooDeep: boolean,
  make: (item: unknown, index: number) => unknown,
): unknown[] {
  const { prefixItems = [], items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  const usual = isTooDeep ? 0 : 2;
  const allowed = items === false ? prefixItems.length : maxItems;
  const length = Math.min(Math.max(minItems, prefixItems.length, usual), allowed);
  return Array.from({ length }, (_, index) => make(prefixItems[index] ?? items, index));
}

/** The smallest fitting number at or above zero, if there is one; `seed` steps on to others. */
function numberInstance(schema: Schema, isInteger: boolean, seed: number): number {
  const step = schema.multipleOf ?? 1;
  const lowest = lowerBound(schema, isInteger);
  const highest = upperBound(schema, isInteger);
  const start = Math.min(Math.max(lowest, Math.min(0, highest)), highest);
  const aligned = Math.ceil(start / step) * step;
  const wanted = aligned + seed * step;
  if (wanted <= highest) return wanted;
  if (aligned <= highest) return aligned;
  // No whole step lies between the bounds.
  return schema.multipleOf === undefined ? (lowest + highest) / 2 : Math.floor(highest / step) * step;
}

function lowerBound({ minimum, exclusiveMinimum }: Schema, isInteger: boolean): number {
  const inclusive = minimum ?? Number.NEGATIVE_INFINITY;
  if (exclusiveMinimum === undefined) return isInteger ? Math.ceil(inclusive) : inclusive;
  const beyond = isInteger ? Math.floor(exclusiveMinimum) + 1 : exclusiveMinimum + 0.5;
  return Math.max(inclusive, beyond);
}

function upperBound({ maximum, exclusiveMaximum }: Schema, isInteger: boolean): number {
  const inclusive = maximum ?? Number.POSITIVE_INFINITY;
  if (exclusiveMaximum === undefined) return isInteger ? Math.floor(inclusive) : inclusive;
  const below = isInteger ? Math.ceil(exclusiveMaximum) - 1 : exclusiveMaximum - 0.5;
  return Math.min(inclusive, below);
}

function stringInstance(
  { format, minLength = 0, maxLength = 80 }: Schema,
  text: string,
  seed: number,
): string {
  const formatted = format === undefined ? undefined : BY_FORMAT[format];
  if (formatted !== undefined) return formatted;
  const base = seed === 0 ? text : `${seed + 1} ${text}`;
  const long = base.length >= minLength ? base : base.padEnd(minLength, '.');
  const max = Math.max(maxLength, minLength);
  // A character may take two code units, so this many hold enough of them.
  return Array.from(long.slice(0, 2 * max))
    .slice(0, max)
    .join('');
}
