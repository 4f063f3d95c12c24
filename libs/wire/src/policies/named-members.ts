import { type Form, type JsonValue } from '#canonical';
import { parseFieldName } from '../operations/field-name.js';
import { changeEach, changeMembers } from './change.js';
import { type MapText, type RequestBody, isForm } from './request-view.js';
import { mapJsonText, mapString } from './texts.js';

/** Maps the members of a document, or the fields of a form, that hold texts of the user under these names. */
export function mapNamedTexts(body: RequestBody, names: ReadonlySet<string>, map: MapText): RequestBody {
  const mapUser = (text: string): string => map(text, 'user');
  if (!isForm(body)) {
    return changeMembers(body, (value, key) => (names.has(key) ? mapString(value, mapUser) : value));
  }
  return mapFields(body, names, mapUser);
}

/** Maps fields of a form that hold texts. */
export function mapFields(form: Form, names: ReadonlySet<string>, map: (text: string) => string): Form {
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
