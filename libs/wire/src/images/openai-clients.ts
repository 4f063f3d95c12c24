import { type Form, type ImageAnswer, type ImageInput, type ImageRequest, type JsonObject } from '#canonical';
import { readDataUrl } from '../openai-dialect/data-url.js';
import { missing, notSupported, wrongValue } from '../validation/faults.js';
import { decodeExtensions } from '../openai-dialect/json-members.js';
import { RequestObject } from '../validation/request-object.js';
import { FormReader, parseFieldName } from '../operations/form-reader.js';
import { type ClientOperation } from '../operations/operation-format.js';
import { FIELD_NAMES, UNDERSTOOD_FIELDS, decodeImageFields } from './image-fields.js';
import { type EventFamily, encodeCompletedEvents, encodeOpenAiAnswer } from './openai-answer.js';

/** A client that asks for images, in a document or a form, and gets a document or events. */
export interface ImageClient extends ClientOperation<ImageRequest, ImageAnswer, JsonObject | Form> {
  /** A whole answer for a client that asked for a stream. */
  encodeEvents(answer: ImageAnswer, asked: ImageRequest): string;
}

const GENERATION_FIELDS = new Set<string>(UNDERSTOOD_FIELDS);
const EDIT_FIELDS = new Set<string>([...UNDERSTOOD_FIELDS, 'input_fidelity', 'mask']);

type EditInputs = Pick<ImageRequest, 'images' | 'mask'>;

const MAX_IMAGES = 16;
const FILE_FIELDS = new Set(['image', 'mask']);

export const openAiImagesClient: ImageClient = {
  decodeRequest(body) {
    if (isForm(body)) throw new Error('new images are asked for in JSON');
    return {
      ...decodeImageFields(new RequestObject(body)),
      ...decodeExtensions(body, GENERATION_FIELDS),
    };
  },
  fieldNames: FIELD_NAMES,
  ...toAnswers('image_generation'),
};

export const openAiImageEditsClient: ImageClient = {
  decodeRequest: (body) => (isForm(body) ? decodeEditForm(body) : decodeEditDocument(body)),
  fieldNames: FIELD_NAMES,
  ...toAnswers('image_edit'),
};

function toAnswers(family: EventFamily): Pick<ImageClient, 'encodeResponse' | 'encodeEvents'> {
  return {
    encodeResponse: encodeOpenAiAnswer,
    encodeEvents: (answer, asked) => encodeCompletedEvents(answer, asked, family),
  };
}

function decodeEditForm(form: Form): ImageRequest {
  const reader = new FormReader(form);
  return {
    ...decodeImageFields(reader),
    ...decodeFormInputs(reader),
    inputFidelity: reader.string('input_fidelity'),
    ...reader.extensions(new Set([...EDIT_FIELDS, 'image'])),
    ...foreignFile(form),
  };
}

function decodeEditDocument(body: JsonObject): ImageRequest {
  const members = new RequestObject(body);
  return {
    ...decodeImageFields(members),
    ...decodeJsonInputs(members),
    inputFidelity: members.string('input_fidelity'),
    ...decodeExtensions(body, new Set([...EDIT_FIELDS, 'images'])),
  };
}

function isForm(body: JsonObject | Form): body is Form {
  return Array.isArray(body);
}

/** The images of a form are files. */
function decodeFormInputs(reader: FormReader): EditInputs {
  const files = reader.files('image');
  checkCount(files.length, 'image');
  return {
    images: files.map((file, index) => ({
      kind: 'file',
      param: files.length === 1 ? 'image' : `image[${index}]`,
      file,
    })),
    ...(reader.has('mask')
      ? { mask: { kind: 'file', param: 'mask', file: reader.requiredFile('mask') } }
      : {}),
  };
}

/** A further file says more about what is wanted than a service of another kind could be told. */
function foreignFile(form: Form): Pick<ImageRequest, 'onlyNative'> {
  const stranger = form.find((entry) => 'file' in entry && !FILE_FIELDS.has(parseFieldName(entry.name).base));
  if (stranger === undefined) return {};
  return { onlyNative: { param: stranger.name, reason: 'the upstream has no use for such a file' } };
}

/** The images of a JSON document are links, or stand in it. */
function decodeJsonInputs(members: RequestObject): EditInputs {
  checkCount(members.list('images')?.length ?? 0, 'images');
  const images = members.requiredObjects('images');
  const mask = members.object('mask');
  return {
    images: images.map(decodeReference),
    ...(mask === undefined ? {} : { mask: decodeReference(mask) }),
  };
}

function checkCount(count: number, param: string): void {
  if (count === 0) throw missing(param);
  if (count > MAX_IMAGES) throw wrongValue(param, `must be at most ${MAX_IMAGES} images`);
}

function decodeReference(reference: RequestObject): ImageInput {
  if (reference.has('file_id')) {
    throw notSupported(
      reference.getPath('file_id'),
      'no files are kept here; send image_url, or the file itself in a form',
    );
  }
  const url = reference.requiredString('image_url');
  const param = reference.getPath('image_url');
  if (/^data:/i.test(url)) {
    const source = readDataUrl(url);
    if (source === undefined) throw wrongValue(param, 'is not a valid data URL');
    return { ...source, param };
  }
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw wrongValue(param, 'must be a link (http or https) or a data URL');
  return { kind: 'url', url, param };
}
