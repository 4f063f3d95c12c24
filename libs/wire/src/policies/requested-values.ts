import { type Form, type JsonValue } from '#canonical';
import { parseFieldName } from '../operations/form-reader.js';
import { changeEach, changeMembers } from './change.js';
import {
  type MapText,
  type PixelSize,
  type RequestBody,
  type RequestedValue,
  isForm,
} from './request-view.js';
import { mapJsonText, mapString } from './texts.js';

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

/** Maps the members of a document, or the fields of a form, that hold texts of the user under these names. */
export function mapNamedTexts(body: RequestBody, names: ReadonlySet<string>, map: MapText): RequestBody {
  const mapUser = (text: string): string => map(text, 'user');
  if (!isForm(body)) {
    return changeMembers(body, (value, key) => (names.has(key) ? mapString(value, mapUser) : value));
  }
  return mapFields(body, names, mapUser);
}

/** Maps fields of a form that hold texts. */
function mapFields(form: Form, names: ReadonlySet<string>, map: (text: string) => string): Form {
  return changeEach(form, (entry) => {
    if (!('value' in entry) || !names.has(parseFieldName(entry.name).base)) return entry;
    const value = map(entry.value);
    return value === entry.value ? entry : { ...entry, value };
  });
}

/** Maps fields of a form that hold JSON. */
export function mapJsonFields(form: Form, names: ReadonlySet<string>, map: (text: string) => string): Form {
  return mapFields(form, names, (text) => mapJsonText(text, map));
}

/** Where a value is given more than once, the first one that is no file and not empty; else undefined. */
export function valueNamed(body: RequestBody, name: string): JsonValue | undefined {
  if (!isForm(body)) return body[name] ?? undefined;
  const entry = body.find((one) => 'value' in one && one.name === name && one.value !== '');
  return entry !== undefined && 'value' in entry ? entry.value : undefined;
}
