import { type JsonObject, type JsonValue } from '#canonical';
import { missing, wrongType, wrongValue } from './faults.js';

interface Bounds {
  min?: number;
  max?: number;
}

/**
 * A JSON object inside a request, and its place there: whatever is wrong with a member is said with its whole
 * path. `null` counts as absent.
 */
export class RequestObject {
  constructor(
    readonly members: JsonObject,
    private readonly path = '',
  ) {}

  static from(value: JsonValue, path: string): RequestObject {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw wrongType(path, 'an object');
    return new RequestObject(value, path);
  }

  getPath(key: string): string {
    return this.path === '' ? key : `${this.path}.${key}`;
  }

  has(key: string): boolean {
    return this.value(key) !== undefined;
  }

  value(key: string): JsonValue | undefined {
    return Object.hasOwn(this.members, key) ? (this.members[key] ?? undefined) : undefined;
  }

  string(key: string): string | undefined {
    const value = this.value(key);
    if (value !== undefined && typeof value !== 'string') throw wrongType(this.getPath(key), 'a string');
    return value;
  }

  requiredString(key: string): string {
    return this.string(key) ?? this.lacks(key);
  }

  nonEmptyString(key: string): string {
    const value = this.requiredString(key);
    if (value === '') throw wrongValue(this.getPath(key), 'must not be empty');
    return value;
  }

  boolean(key: string): boolean | undefined {
    const value = this.value(key);
    if (value !== undefined && typeof value !== 'boolean') throw wrongType(this.getPath(key), 'a boolean');
    return value;
  }

  number(key: string, { min = -Infinity, max = Infinity }: Bounds = {}): number | undefined {
    const value = this.value(key);
    if (value === undefined) return undefined;
    if (typeof value !== 'number') throw wrongType(this.getPath(key), 'a number');
    if (value < min) throw wrongValue(this.getPath(key), `must be at least ${min}`);
    if (value > max) throw wrongValue(this.getPath(key), `must be at most ${max}`);
    return value;
  }

  integer(key: string, bounds: Bounds = {}): number | undefined {
    const value = this.number(key, bounds);
    if (value !== undefined && !Number.isInteger(value)) throw wrongType(this.getPath(key), 'an integer');
    return value;
  }

  oneOf<Word extends string>(key: string, words: readonly Word[]): Word | undefined {
    const value = this.string(key);
    const word = words.find((one) => one === value);
    if (value !== undefined && word === undefined) {
      throw wrongValue(this.getPath(key), `must be one of ${words.join(', ')}`);
    }
    return word;
  }

  requiredOneOf<Word extends string>(key: string, words: readonly Word[]): Word {
    return this.oneOf(key, words) ?? this.lacks(key);
  }

  object(key: string): RequestObject | undefined {
    const value = this.value(key);
    return value === undefined ? undefined : RequestObject.from(value, this.getPath(key));
  }

  requiredObject(key: string): RequestObject {
    return this.object(key) ?? this.lacks(key);
  }

  /** The elements of an array, all of which must be objects. */
  objects(key: string, maxCount?: number): RequestObject[] | undefined {
    return this.list(key, maxCount)?.map((value, index) =>
      RequestObject.from(value, `${this.getPath(key)}[${index}]`),
    );
  }

  requiredObjects(key: string): RequestObject[] {
    return this.objects(key) ?? this.lacks(key);
  }

  strings(key: string, maxCount?: number): string[] | undefined {
    return this.list(key, maxCount)?.map((value, index) => {
      if (typeof value !== 'string') throw wrongType(`${this.getPath(key)}[${index}]`, 'a string');
      return value;
    });
  }

  list(key: string, maxCount = Infinity): JsonValue[] | undefined {
    const value = this.value(key);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw wrongType(this.getPath(key), 'an array');
    if (value.length > maxCount)
      throw wrongValue(this.getPath(key), `must have at most ${maxCount} elements`);
    return value;
  }

  private lacks(key: string): never {
    throw missing(this.getPath(key));
  }
}
