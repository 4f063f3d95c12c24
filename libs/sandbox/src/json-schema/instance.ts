import { type Schema, asSchema } from './schema.js';

const MAX_DEPTH = 12;
/** The number of schemas that are visited for one instance. References and lists can multiply them without limit. */
const MAX_STEPS = 1_000;
/** Strings of an instance contain at most this much of the text. */
const MAX_TEXT = 20_000;

const FORMAT_EXAMPLES: Record<string, string> = {
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

/** A small value that matches the schema, always the same. `text` becomes the content of strings. */
export function buildInstance(schema: unknown, text: string): unknown {
  return new InstanceBuilder(schema, text.slice(0, MAX_TEXT)).build(schema, 0);
}

class InstanceBuilder {
  private steps = 0;

  constructor(
    private readonly root: unknown,
    private readonly text: string,
  ) {}

  build(source: unknown, depth: number, seed = 0): unknown {
    if (this.steps > MAX_STEPS) return null;
    const schema = this.resolve(asSchema(source), depth);
    if ('const' in schema) return schema.const;
    if (schema.enum !== undefined && schema.enum.length > 0) return schema.enum[seed % schema.enum.length];
    switch (getType(schema, depth)) {
      case 'object':
        return this.buildObject(schema, depth);
      case 'array':
        return buildArray(schema, depth >= MAX_DEPTH, (item, index) => this.build(item, depth + 1, index));
      case 'integer':
        return buildNumber(schema, true, seed);
      case 'number':
        return buildNumber(schema, false, seed);
      case 'boolean':
        return seed % 2 === 0;
      case 'null':
        return null;
      default:
        return buildString(schema, this.text, seed);
    }
  }

  /** Near the root all properties are included, deeper only the required ones. */
  private buildObject(schema: Schema, depth: number): Record<string, unknown> {
    const required = new Set(schema.required?.slice(0, MAX_STEPS));
    const entries = Object.entries(schema.properties ?? {}).filter(
      ([name]) => depth < 4 || required.has(name),
    );
    const object = Object.fromEntries(
      entries.map(([name, property]) => [name, this.build(property, depth + 1)]),
    );
    for (const name of required) if (!Object.hasOwn(object, name)) object[name] = this.text;
    return object;
  }

  /** Follows references, chooses alternatives and merges conjunctions. */
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
      return this.resolve(merge(beside, asSchema(chooseAlternative(alternatives, depth))), depth + 1);
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
      (node, step) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, step)
          ? (node as Record<string, unknown>)[step]
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

/** The first alternative; deep in the tree, the null alternative if there is one. */
function chooseAlternative(
  alternatives: readonly (Schema | boolean)[],
  depth: number,
): Schema | boolean | undefined {
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

/** Two items show that it is a list, unless the schema says otherwise. Deep in the tree it is empty. */
function buildArray(
  schema: Schema,
  isTooDeep: boolean,
  buildItem: (item: unknown, index: number) => unknown,
): unknown[] {
  const { prefixItems = [], items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  const defaultLength = isTooDeep ? 0 : 2;
  const allowed = items === false ? prefixItems.length : maxItems;
  const length = Math.min(Math.max(minItems, prefixItems.length, defaultLength), allowed);
  return Array.from({ length }, (_, index) => buildItem(prefixItems[index] ?? items, index));
}

/** The smallest matching number from zero, if there is one; `seed` selects later ones. */
function buildNumber(schema: Schema, isInteger: boolean, seed: number): number {
  const step = schema.multipleOf ?? 1;
  const lowest = lowerBound(schema, isInteger);
  const highest = upperBound(schema, isInteger);
  const start = Math.min(Math.max(lowest, Math.min(0, highest)), highest);
  const aligned = Math.ceil(start / step) * step;
  const candidate = aligned + seed * step;
  if (candidate <= highest) return candidate;
  if (aligned <= highest) return aligned;
  // No multiple of the step is between the bounds.
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

function buildString({ format, minLength = 0, maxLength = 80 }: Schema, text: string, seed: number): string {
  const formatted = format === undefined ? undefined : FORMAT_EXAMPLES[format];
  if (formatted !== undefined) return formatted;
  const base = seed === 0 ? text : `${seed + 1} ${text}`;
  const long = base.length >= minLength ? base : base.padEnd(minLength, '.');
  const max = Math.max(maxLength, minLength);
  // A character may have two code units, so this slice contains enough characters.
  return Array.from(long.slice(0, 2 * max))
    .slice(0, max)
    .join('');
}
