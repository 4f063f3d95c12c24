import { isAbsent, isObject, type Fields } from './fields.js';
import { Refused, type Path } from './refused.js';

export function checkString(value: unknown, path: Path): asserts value is string {
  if (isAbsent(value)) throw missing(path);
  if (typeof value !== 'string') throw wrongType(path, 'a string');
}

export function checkList(value: unknown, path: Path): asserts value is unknown[] {
  if (isAbsent(value)) throw missing(path);
  if (!Array.isArray(value)) throw wrongType(path, 'an array');
}

export function checkObject(value: unknown, path: Path): asserts value is Fields {
  if (isAbsent(value)) throw missing(path);
  if (!isObject(value)) throw wrongType(path, 'an object');
}

export function checkOptionalString(value: unknown, path: Path): void {
  if (!isAbsent(value)) checkString(value, path);
}

export function checkOptionalBoolean(value: unknown, path: Path): void {
  if (!isAbsent(value) && typeof value !== 'boolean') throw wrongType(path, 'a boolean');
}

export function checkOptionalNumber(value: unknown, path: Path, minimum: number, maximum: number): void {
  if (isAbsent(value)) return;
  if (typeof value !== 'number') throw wrongType(path, 'a number');
  if (value < minimum || value > maximum) {
    throw invalid(path, `expected a number from ${minimum} to ${maximum}, but got ${value}.`);
  }
}

export function checkOptionalInteger(
  value: unknown,
  path: Path,
  minimum: number,
  maximum: number = Number.MAX_SAFE_INTEGER,
): void {
  if (isAbsent(value)) return;
  if (!Number.isInteger(value)) throw wrongType(path, 'an integer');
  if (Number(value) < minimum) {
    const message = `expected an integer of at least ${minimum}, but got ${JSON.stringify(value)}.`;
    throw new Refused(message, { path, code: 'integer_below_min_value' });
  }
  if (Number(value) > maximum) {
    const message = `expected an integer of at most ${maximum}, but got ${JSON.stringify(value)}.`;
    throw new Refused(message, { path, code: 'integer_above_max_value' });
  }
}

export function checkOneOf(value: unknown, path: Path, supported: readonly string[]): void {
  if (isAbsent(value)) throw missing(path);
  if (typeof value === 'string' && supported.includes(value)) return;
  throw invalid(path, `${JSON.stringify(value)}. Supported values are: ${supported.join(', ')}.`);
}

export function checkOptionalOneOf(value: unknown, path: Path, supported: readonly string[]): void {
  if (!isAbsent(value)) checkOneOf(value, path, supported);
}

export function missing(path: Path): Refused {
  return new Refused('This field is required.', { path, code: 'missing_required_parameter' });
}

export function wrongType(path: Path, expected: string): Refused {
  return new Refused(`expected ${expected}.`, { path, code: 'invalid_type' });
}

export function invalid(path: Path, message: string): Refused {
  return new Refused(message, { path, code: 'invalid_value' });
}
