import { type JsonValue } from '#canonical';
import { valueNamed } from './named-members.js';
import { type PixelSize, type RequestBody, type RequestedValue } from './request-view.js';

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const SIZE = /^(\d{1,9})x(\d{1,9})$/i;

/** A word that tells one thing from another; an empty one where this is no text. */
export function wordIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A number, also one that is written as a text. */
export function numberIn(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : undefined;
}

export function sizeIn(value: JsonValue | undefined): PixelSize | undefined {
  const [, width, height] = (typeof value === 'string' && SIZE.exec(value.trim())) || [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}

export function requestedValue<Value>(param: string, value: Value | undefined): RequestedValue<Value>[] {
  return value === undefined ? [] : [{ param, value }];
}

/** The numbers that a request gives under these names. */
export function numbersNamed(body: RequestBody, names: readonly string[]): RequestedValue<number>[] {
  return names.flatMap((name) => requestedValue(name, numberIn(valueNamed(body, name))));
}

/** The size that a request gives under this name. */
export function sizeNamed(body: RequestBody, name: string): RequestedValue<PixelSize>[] {
  return requestedValue(name, sizeIn(valueNamed(body, name)));
}
