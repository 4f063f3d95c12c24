import { type Form, type FormEntry, type ImageInput, type JsonObject } from '#canonical';
import { FormReader, parseFieldName, parseJson, parseStrings } from '../operations/form-reader.js';
import { notSupported, wrongType } from '../validation/faults.js';
import { checkObject } from '../validation/json-values.js';
import { type RequestFields } from '../validation/request-fields.js';
import { RequestObject } from '../validation/request-object.js';
import { decodeFile, decodeReference } from './image-reference.js';

export const MAX_IMAGES = 8;

/** A request for a video, however it is written down. */
export interface VideoSource {
  fields: RequestFields;
  /** A number that SDKs send as a text. */
  seconds(): number | undefined;
  metadata(): JsonObject | undefined;
  /** In the order in which they count. */
  images(): ImageInput[];
  /** What the video is to end with; more than one is a mistake. */
  lastFrames(): ImageInput[];
}

const DECIMAL = /^\d+(\.\d+)?$/;

export function jsonSource(body: JsonObject): VideoSource {
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

/** A link by itself, or an object that holds it. */
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

function refuseFileId(isGiven: boolean): void {
  if (!isGiven) return;
  throw notSupported(
    'input_reference.file_id',
    'no files are kept here; send image_url, or the file itself in a form',
  );
}

export function formSource(form: Form): VideoSource {
  const fields = new FormReader(form);
  return {
    fields,
    seconds: () => fields.number('seconds'),
    metadata: () => fields.object('metadata'),
    images: () => [
      ...imagesNamed('image', form),
      ...imagesNamed('images', form),
      ...entriesNamed('input_reference', form).map(decodeInputReferenceEntry),
    ],
    lastFrames: () => imagesNamed('last_frame', form),
  };
}

/** Each may be a file or a text, and a list of texts may come as one JSON array. */
function imagesNamed(name: string, form: Form): ImageInput[] {
  const entries = entriesNamed(name, form).flatMap((entry) =>
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
function entriesNamed(name: string, form: Form): FormEntry[] {
  return form.filter(
    (entry) => parseFieldName(entry.name).base === name && !('value' in entry && entry.value === ''),
  );
}
