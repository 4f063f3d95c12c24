import { missing, wrongType, wrongValue } from './faults.js';

export interface Bounds {
  min?: number;
  max?: number;
}

/** The named values of a request: members of a JSON object or fields of a form. */
export abstract class RequestFields {
  /** The path of the value in error messages. */
  abstract getPath(name: string): string;
  abstract string(name: string): string | undefined;
  abstract boolean(name: string): boolean | undefined;
  /** A number without bounds. */
  protected abstract anyNumber(name: string): number | undefined;

  requiredString(name: string): string {
    return this.string(name) ?? this.throwMissing(name);
  }

  nonEmptyString(name: string): string {
    const value = this.requiredString(name);
    if (value === '') throw wrongValue(this.getPath(name), 'must not be empty');
    return value;
  }

  number(name: string, bounds: Bounds = {}): number | undefined {
    const value = this.anyNumber(name);
    return value === undefined ? undefined : this.checkBounds(name, value, bounds);
  }

  integer(name: string, bounds: Bounds = {}): number | undefined {
    const value = this.number(name, bounds);
    if (value !== undefined && !Number.isInteger(value)) throw wrongType(this.getPath(name), 'an integer');
    return value;
  }

  oneOf<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const value = this.string(name);
    const word = words.find((one) => one === value);
    if (value !== undefined && word === undefined)
      throw wrongValue(this.getPath(name), `must be one of ${words.join(', ')}`);
    return word;
  }

  requiredOneOf<Word extends string>(name: string, words: readonly Word[]): Word {
    return this.oneOf(name, words) ?? this.throwMissing(name);
  }

  protected checkBounds(name: string, value: number, { min = -Infinity, max = Infinity }: Bounds): number {
    if (value < min) throw wrongValue(this.getPath(name), `must be at least ${min}`);
    if (value > max) throw wrongValue(this.getPath(name), `must be at most ${max}`);
    return value;
  }

  protected throwMissing(name: string): never {
    throw missing(this.getPath(name));
  }
}
