import { type ErrorKind, GatewayError, type JsonObject, type JsonValue } from '#canonical';
import { isRecord } from './json-values.js';

interface Range {
  min?: number;
  max?: number;
}

/** A value in a client's body and the path that names it to the client. `null` counts as absent. */
export class Field {
  constructor(
    private readonly value: JsonValue | undefined,
    readonly path = '',
  ) {}

  get isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  get isText(): boolean {
    return typeof this.value === 'string';
  }

  member(key: string): Field {
    const path = this.path === '' ? key : `${this.path}.${key}`;
    return new Field(this.object()[key], path);
  }

  optional<Value>(read: (field: Field) => Value): Value | undefined {
    return this.isAbsent ? undefined : read(this);
  }

  object(): JsonObject {
    const value = this.present();
    if (!isRecord(value)) throw this.fault('invalid-type', 'must be an object');
    return value;
  }

  items(maxCount = Infinity): Field[] {
    const value = this.present();
    if (!Array.isArray(value)) throw this.fault('invalid-type', 'must be an array');
    if (value.length > maxCount) throw this.fault('invalid-value', `must have at most ${maxCount} elements`);
    return value.map((item, index) => new Field(item, `${this.path}[${index}]`));
  }

  text(): string {
    const value = this.present();
    if (typeof value !== 'string') throw this.fault('invalid-type', 'must be a string');
    return value;
  }

  nonEmptyText(): string {
    const value = this.text();
    if (value === '') throw this.fault('invalid-value', 'must not be empty');
    return value;
  }

  flag(): boolean {
    const value = this.present();
    if (typeof value !== 'boolean') throw this.fault('invalid-type', 'must be a boolean');
    return value;
  }

  number({ min = -Infinity, max = Infinity }: Range = {}): number {
    const value = this.present();
    if (typeof value !== 'number') throw this.fault('invalid-type', 'must be a number');
    if (value < min) throw this.fault('invalid-value', `must be at least ${min}`);
    if (value > max) throw this.fault('invalid-value', `must be at most ${max}`);
    return value;
  }

  integer(range: Range = {}): number {
    if (!Number.isSafeInteger(this.present())) throw this.fault('invalid-type', 'must be an integer');
    return this.number(range);
  }

  oneOf<Word extends string>(words: readonly Word[]): Word {
    const value = this.text();
    const found = words.find((word) => word === value);
    if (found === undefined) throw this.fault('invalid-value', `must be one of ${words.join(', ')}`);
    return found;
  }

  fault(kind: ErrorKind, problem: string): GatewayError {
    return new GatewayError(kind, `"${this.path}" ${problem}.`, { param: this.path });
  }

  private present(): JsonValue {
    if (this.value === undefined || this.value === null) throw this.fault('missing-parameter', 'is required');
    return this.value;
  }
}
