import { type Form, type FormEntry, type ImageInput, type JsonObject } from '#canonical';
import { FormReader, parseFieldName, parseJson, parseStrings } from '../operations/form-reader.js';
import { notSupported, wrongType } from '../validation/faults.js';
import { checkObject } from '../validation/json-values.js';
import { type RequestFields } from '../validation/request-fields.js';
import { RequestObject } from '../validation/request-object.js';
import { decodeFile, decodeReference } from './image-reference.js';

export const MAX_IMAGES = 8;

/** A video request, independent of its encoding. */
export interface VideoSource {
  fields: RequestFields;
  /** SDKs send this number as text. */
  seconds(): number | undefined;
  metadata(): JsonObject | undefined;
  /** The images in their order of precedence. */
  images(): ImageInput[];
  /** The last frame. More than one is an error. */
  lastFrames(): ImageInput[];
}

const DECIMAL = /^\d+(\.\d+)?$/;

export function createJsonSource(body: JsonObject): VideoSource {
  const fields = new RequestObject(body);
  return {
    fields,
    seconds() {
      const { seconds } = body;
      if (typeof seconds !== 'string') return fields.number('seconds');
      if (!DECIMAL.test(seconds)) throw wrongType('seconds', 'a number');
      return Number(seconds);
    },
    metadata: () => fields.object('metadata')?.members,
    images: () => [...getImage(fields, 'image'), ...getImages(fields), ...getInputReference(fields)],
    lastFrames: () => getImage(fields, 'last_frame'),
  };
}

function getImage(fields: RequestObject, name: string): ImageInput[] {
  const image = fields.string(name);
  return image === undefined ? [] : [decodeReference(image, name)];
}

function getImages(fields: RequestObject): ImageInput[] {
  return (fields.strings('images', MAX_IMAGES) ?? []).map((image, index) =>
    decodeReference(image, `images[${index}]`),
  );
}

/** The reference is a URL, or an object that contains it. */
function getInputReference(fields: RequestObject): ImageInput[] {
  const value = fields.value('input_reference');
  if (value === undefined) return [];
  if (typeof value === 'string') return [decodeReference(value, 'input_reference')];
  return [decodeInputReference(fields.requiredObject('input_reference'))];
}

function decodeInputReference(reference: RequestObject): ImageInput {
  refuseFileId(reference.has('file_id'));
  return decodeReference(reference.requiredString('image_url'), reference.getPath('image_url'));
}

function refuseFileId(hasFileId: boolean): void {
  if (!hasFileId) return;
  throw notSupported(
    'input_reference.file_id',
    'this gateway has no file storage; send image_url, or upload the file as form data',
  );
}

export function createFormSource(form: Form): VideoSource {
  const fields = new FormReader(form);
  return {
    fields,
    seconds: () => fields.number('seconds'),
    metadata: () => fields.object('metadata'),
    images: () => [
      ...getNamedImages('image', form),
      ...getNamedImages('images', form),
      ...getEntries('input_reference', form).map(decodeInputReferenceEntry),
    ],
    lastFrames: () => getNamedImages('last_frame', form),
  };
}

/** Each image is a file or text; several texts may be one JSON array. */
function getNamedImages(name: string, form: Form): ImageInput[] {
  const entries = getEntries(name, form).flatMap((entry) =>
    'value' in entry && entry.value.startsWith('[')
      ? parseStrings(entry.value, name).map((value) => ({ name, value }))
      : [entry],
  );
  return entries.map((entry, index) => {
    const param = entries.length === 1 ? name : `${name}[${index}]`;
    return 'file' in entry
      ? decodeFile({ kind: 'file', file: entry.file, param })
      : decodeReference(entry.value, param);
  });
}

function decodeInputReferenceEntry(entry: FormEntry): ImageInput {
  const { base, key } = parseFieldName(entry.name);
  if ('file' in entry) return decodeFile({ kind: 'file', file: entry.file, param: base });
  refuseFileId(key === 'file_id');
  if (entry.value.startsWith('{')) {
    return decodeInputReference(new RequestObject(checkObject(parseJson(entry.value, base), base), base));
  }
  return decodeReference(entry.value, key === undefined ? base : `${base}.${key}`);
}

/** An empty field counts as absent. */
function getEntries(name: string, form: Form): FormEntry[] {
  return form.filter(
    (entry) => parseFieldName(entry.name).base === name && !('value' in entry && entry.value === ''),
  );
}
