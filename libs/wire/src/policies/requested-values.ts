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

/** The value if it is a string, otherwise an empty string. */
export function toWord(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The value if it is a number, or a number as text. */
export function parseNumber(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : undefined;
}

export function parseSize(value: JsonValue | undefined): PixelSize | undefined {
  const [, width, height] = (typeof value === 'string' && SIZE.exec(value.trim())) || [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}

export function toRequestedValues<Value>(param: string, value: Value | undefined): RequestedValue<Value>[] {
  return value === undefined ? [] : [{ param, value }];
}

/** The numbers that a request has under these names. */
export function getNumbers(body: RequestBody, names: readonly string[]): RequestedValue<number>[] {
  return names.flatMap((name) => toRequestedValues(name, parseNumber(getValue(body, name))));
}

/** The size that a request has under this name. */
export function getSizes(body: RequestBody, name: string): RequestedValue<PixelSize>[] {
  return toRequestedValues(name, parseSize(getValue(body, name)));
}

/** Maps the user's texts under these names, in the members of a JSON body or the fields of a form. */
export function mapNamedTexts(body: RequestBody, names: ReadonlySet<string>, map: MapText): RequestBody {
  const mapUser = (text: string): string => map(text, 'user');
  if (!isForm(body)) {
    return changeMembers(body, (value, key) => (names.has(key) ? mapString(value, mapUser) : value));
  }
  return mapFields(body, names, mapUser);
}

/** Maps fields of a form as text. */
function mapFields(form: Form, names: ReadonlySet<string>, map: (text: string) => string): Form {
  return changeEach(form, (entry) => {
    if (!('value' in entry) || !names.has(parseFieldName(entry.name).base)) return entry;
    const value = map(entry.value);
    return value === entry.value ? entry : { ...entry, value };
  });
}

/** Maps fields of a form that contain JSON. */
export function mapJsonFields(form: Form, names: ReadonlySet<string>, map: (text: string) => string): Form {
  return mapFields(form, names, (text) => mapJsonText(text, map));
}

/** The value of a member or field. Of repeated form fields, the first that is neither a file nor empty. */
export function getValue(body: RequestBody, name: string): JsonValue | undefined {
  if (!isForm(body)) return body[name] ?? undefined;
  const entry = body.find((one) => 'value' in one && one.name === name && one.value !== '');
  return entry !== undefined && 'value' in entry ? entry.value : undefined;
}
