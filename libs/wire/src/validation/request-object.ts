import { type JsonObject, type JsonValue } from '#canonical';
import { missing, wrongType, wrongValue } from './faults.js';
import { checkObject } from './json-values.js';
import { type Bounds, RequestFields } from './request-fields.js';

/** A JSON object in a request and its path, which error messages contain. `null` counts as absent. */
export class RequestObject extends RequestFields {
  constructor(
    readonly members: JsonObject,
    readonly path = '',
  ) {
    super();
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

  boolean(key: string): boolean | undefined {
    const value = this.value(key);
    if (value !== undefined && typeof value !== 'boolean') throw wrongType(this.getPath(key), 'a boolean');
    return value;
  }

  /** A safe integer. Unlike `integer`, it rejects other values before it checks the bounds. */
  safeInteger(key: string, bounds?: Bounds): number | undefined {
    return this.checkSafeInteger(key, this.value(key), bounds);
  }

  requiredSafeInteger(key: string, bounds?: Bounds): number {
    return this.safeInteger(key, bounds) ?? this.throwMissing(key);
  }

  object(key: string): this | undefined {
    const value = this.value(key);
    return value === undefined ? undefined : this.toObject(value, this.getPath(key));
  }

  requiredObject(key: string): this {
    return this.object(key) ?? this.throwMissing(key);
  }

  /** The elements of an array of objects. */
  objects(key: string, maxCount?: number): this[] | undefined {
    return this.list(key, maxCount)?.map((value, index) =>
      this.toObject(value, `${this.getPath(key)}[${index}]`),
    );
  }

  requiredObjects(key: string): this[] {
    return this.objects(key) ?? this.throwMissing(key);
  }

  strings(key: string, maxCount?: number): string[] | undefined {
    const list = this.list(key, maxCount);
    const index = list?.findIndex((value) => typeof value !== 'string') ?? -1;
    if (index !== -1) throw wrongType(`${this.getPath(key)}[${index}]`, 'a string');
    return list as string[] | undefined;
  }

  /** Reads the elements of an array in order. A `null` element counts as missing. */
  each<Result>(key: string, read: (value: JsonValue, path: string) => Result): Result[] | undefined {
    return this.list(key)?.map((value, index) => {
      const path = `${this.getPath(key)}[${index}]`;
      if (value === null) throw missing(path);
      return read(value, path);
    });
  }

  /** Like `each`, for an array of objects. */
  eachObject<Result>(key: string, read: (object: this) => Result): Result[] | undefined {
    return this.each(key, (value, path) => read(this.toObject(value, path)));
  }

  requiredEachObject<Result>(key: string, read: (object: this) => Result): Result[] {
    return this.eachObject(key, read) ?? this.throwMissing(key);
  }

  list(key: string, maxCount = Infinity): JsonValue[] | undefined {
    const value = this.value(key);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw wrongType(this.getPath(key), 'an array');
    if (value.length > maxCount)
      throw wrongValue(this.getPath(key), `must have at most ${maxCount} elements`);
    return value;
  }

  requiredList(key: string, maxCount?: number): JsonValue[] {
    return this.list(key, maxCount) ?? this.throwMissing(key);
  }

  protected anyNumber(key: string): number | undefined {
    const value = this.value(key);
    if (value !== undefined && typeof value !== 'number') throw wrongType(this.getPath(key), 'a number');
    return value;
  }

  protected checkSafeInteger(
    key: string,
    value: JsonValue | undefined,
    bounds: Bounds = {},
  ): number | undefined {
    if (value === undefined) return undefined;
    if (!Number.isSafeInteger(value)) throw wrongType(this.getPath(key), 'an integer');
    return this.checkBounds(key, value as number, bounds);
  }

  /** Creates a reader of the same class for a nested object. */
  protected nested(members: JsonObject, path: string): this {
    return new RequestObject(members, path) as this;
  }

  private toObject(value: JsonValue, path: string): this {
    return this.nested(checkObject(value, path), path);
  }
}
