import { type JsonObject, type JsonValue } from '#canonical';
import { missing, wrongType, wrongValue } from './faults.js';

interface Member {
  /** As the client spelt it. */
  name: string;
  value: JsonValue;
}

interface Range {
  min?: number;
  max?: number;
}

/**
 * An object as proto-JSON has it: keys in camelCase or snake_case, `null` for absent, integers also as strings,
 * enumerations in any case. Fields are asked for by their camelCase names; faults name the path as it was spelt.
 */
export class ProtoObject {
  private readonly members = new Map<string, Member>();

  private constructor(
    readonly json: JsonObject,
    readonly path: string,
  ) {
    for (const [name, value] of Object.entries(json)) {
      if (value !== null) this.members.set(camelCase(name), { name, value });
    }
  }

  static of(value: JsonValue, path = ''): ProtoObject {
    if (!isJsonObject(value)) throw wrongType(path, 'an object');
    return new ProtoObject(value, path);
  }

  /** The fields that are there, by their camelCase names. */
  get fields(): string[] {
    return [...this.members.keys()];
  }

  has(field: string): boolean {
    return this.members.has(field);
  }

  getPath(field: string): string {
    const name = this.members.get(field)?.name ?? field;
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  value(field: string): JsonValue | undefined {
    return this.members.get(field)?.value;
  }

  string(field: string): string | undefined {
    const value = this.value(field);
    if (value === undefined || typeof value === 'string') return value;
    throw wrongType(this.getPath(field), 'a string');
  }

  requiredString(field: string): string {
    const value = this.string(field);
    if (value === undefined) throw missing(this.getPath(field));
    if (value === '') throw wrongValue(this.getPath(field), 'must not be empty');
    return value;
  }

  boolean(field: string): boolean | undefined {
    const value = this.value(field);
    if (value === undefined || typeof value === 'boolean') return value;
    throw wrongType(this.getPath(field), 'a boolean');
  }

  number(field: string, range: Range = {}): number | undefined {
    const value = this.value(field);
    if (value === undefined) return undefined;
    if (typeof value !== 'number') throw wrongType(this.getPath(field), 'a number');
    return this.within(range, field, value);
  }

  integer(field: string, range: Range = {}): number | undefined {
    const value = this.value(field);
    if (value === undefined) return undefined;
    const integer = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    if (!Number.isSafeInteger(integer)) throw wrongType(this.getPath(field), 'an integer');
    return this.within(range, field, integer as number);
  }

  /** The name of an enumeration's value, in upper case. */
  word(field: string): string | undefined {
    return this.string(field)?.toUpperCase();
  }

  strings(field: string): string[] | undefined {
    const value = this.array(field);
    const stranger = value?.findIndex((item) => typeof item !== 'string') ?? -1;
    if (stranger !== -1) throw wrongType(`${this.getPath(field)}[${stranger}]`, 'a string');
    return value as string[] | undefined;
  }

  object(field: string): ProtoObject | undefined {
    const value = this.value(field);
    return value === undefined ? undefined : ProtoObject.of(value, this.getPath(field));
  }

  /** An object whose keys are data and have only one spelling. */
  plainObject(field: string): JsonObject | undefined {
    return this.object(field)?.json;
  }

  objects(field: string, maxCount?: number): ProtoObject[] | undefined {
    return this.array(field, maxCount)?.map((item, index) =>
      ProtoObject.of(item, `${this.getPath(field)}[${index}]`),
    );
  }

  private array(field: string, maxCount = Infinity): JsonValue[] | undefined {
    const value = this.value(field);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw wrongType(this.getPath(field), 'an array');
    if (value.length > maxCount) {
      throw wrongValue(this.getPath(field), `must have at most ${maxCount} elements`);
    }
    return value;
  }

  private within({ min = -Infinity, max = Infinity }: Range, field: string, value: number): number {
    if (value < min) throw wrongValue(this.getPath(field), `must be at least ${min}`);
    if (value > max) throw wrongValue(this.getPath(field), `must be at most ${max}`);
    return value;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON name of a field that may be spelt by its proto name: `inline_data` is `inlineData`. */
export function camelCase(name: string): string {
  return name.replaceAll(/(?<=[a-zA-Z0-9])_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
