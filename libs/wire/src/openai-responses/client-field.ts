import { type ErrorKind, GatewayError, type JsonObject, type JsonValue } from '#canonical';
import { isObject } from './json-object.js';

/** A value of a client's body and the path to it, so that whatever is wrong with it can be named. */
export class ClientField {
  private constructor(
    readonly value: JsonValue | undefined,
    readonly path: string,
  ) {}

  static body(body: JsonObject): ClientField {
    return new ClientField(body, '');
  }

  /** `null` counts as absent. */
  get isGiven(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  ifGiven<Result>(read: (field: ClientField) => Result): Result | undefined {
    return this.isGiven ? read(this) : undefined;
  }

  member(key: string): ClientField {
    return new ClientField(this.object()[key], this.path === '' ? key : `${this.path}.${key}`);
  }

  elements(): ClientField[] {
    const elements = this.required();
    if (!Array.isArray(elements)) throw this.fault('invalid-type', 'must be an array');
    return elements.map((element, index) => new ClientField(element, `${this.path}[${index}]`));
  }

  object(): JsonObject {
    const object = this.required();
    if (!isObject(object)) throw this.fault('invalid-type', 'must be an object');
    return object;
  }

  string(): string {
    const text = this.required();
    if (typeof text !== 'string') throw this.fault('invalid-type', 'must be a string');
    return text;
  }

  /** A string that is not empty. */
  word(): string {
    const text = this.string();
    if (text === '') throw this.fault('invalid-value', 'must not be empty');
    return text;
  }

  oneOf<Word extends string>(words: readonly Word[]): Word {
    const text = this.string();
    const word = words.find((one) => one === text);
    if (word === undefined) throw this.fault('invalid-value', `must be one of ${words.join(', ')}`);
    return word;
  }

  boolean(): boolean {
    const flag = this.required();
    if (typeof flag !== 'boolean') throw this.fault('invalid-type', 'must be a boolean');
    return flag;
  }

  number(minimum: number, maximum: number): number {
    const number = this.required();
    if (typeof number !== 'number') throw this.fault('invalid-type', 'must be a number');
    if (number < minimum || number > maximum) {
      throw this.fault('invalid-value', `must be between ${minimum} and ${maximum}`);
    }
    return number;
  }

  integer(minimum: number, maximum: number): number {
    if (this.isGiven && !Number.isInteger(this.value)) throw this.fault('invalid-type', 'must be an integer');
    return this.number(minimum, maximum);
  }

  fault(kind: ErrorKind, problem: string): GatewayError {
    return new GatewayError(kind, `"${this.path}" ${problem}.`, { param: this.path });
  }

  /** What only an upstream of this very format understands. */
  unsupported(problem = 'is not supported by the model service that serves this model'): GatewayError {
    return this.fault('unsupported-parameter', problem);
  }

  private required(): JsonValue {
    if (this.value === undefined || this.value === null) throw this.fault('missing-parameter', 'is required');
    return this.value;
  }
}
