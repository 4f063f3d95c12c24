import { type ImageInput, type JsonObject } from '#canonical';
import { unsupported, wrongType } from '../openai-dialect/faults.js';
import { RequestObject } from '../openai-dialect/request-object.js';
import { decodeReference } from './image-reference.js';
import { type VideoSource } from './video-source.js';

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
    images: () => [...getImage(fields), ...getImages(fields), ...getInputReference(fields)],
  };
}

function getImage(fields: RequestObject): ImageInput[] {
  const image = fields.string('image');
  return image === undefined ? [] : [decodeReference(image, 'image')];
}

function getImages(fields: RequestObject): ImageInput[] {
  return (fields.strings('images') ?? []).map((image, index) => decodeReference(image, `images[${index}]`));
}

/** A link by itself, or an object that holds it. */
function getInputReference(fields: RequestObject): ImageInput[] {
  const value = fields.value('input_reference');
  if (value === undefined) return [];
  if (typeof value === 'string') return [decodeReference(value, 'input_reference')];
  return [decodeInputReference(RequestObject.from(value, 'input_reference'))];
}

export function decodeInputReference(reference: RequestObject): ImageInput {
  refuseFileId(reference.has('file_id'));
  return decodeReference(reference.requiredString('image_url'), reference.getPath('image_url'));
}

export function refuseFileId(isGiven: boolean): void {
  if (!isGiven) return;
  throw unsupported(
    'input_reference.file_id',
    'is not supported: no files are kept here; send image_url, or the file itself in a form',
  );
}
