import { type Form, type ImageResult, type ImageInput, type ImageRequest, type JsonObject } from '#canonical';
import { readDataUrl } from '../openai-dialect/data-url.js';
import { missing, notSupported, wrongValue } from '../validation/faults.js';
import { decodeExtensions } from '../openai-dialect/json-members.js';
import { RequestObject } from '../validation/request-object.js';
import { FormReader, parseFieldName } from '../operations/form-reader.js';
import { type ClientOperation } from '../operations/operation-format.js';
import { FIELD_NAMES, TRANSLATED_FIELDS, decodeImageFields } from './image-fields.js';
import { type EventFamily, encodeCompletedEvents, encodeOpenAiResponse } from './openai-response.js';

/** A client of an image endpoint. It sends JSON or a form, and receives JSON or events. */
export interface ImageClient extends ClientOperation<ImageRequest, ImageResult, JsonObject | Form> {
  /** Encodes a complete response for a client that requested a stream. */
  encodeEvents(response: ImageResult, request: ImageRequest): string;
}

const GENERATION_FIELDS = new Set<string>(TRANSLATED_FIELDS);
const EDIT_FIELDS = new Set<string>([...TRANSLATED_FIELDS, 'input_fidelity', 'mask']);

type EditInputs = Pick<ImageRequest, 'images' | 'mask'>;

const MAX_IMAGES = 16;
const FILE_FIELDS = new Set(['image', 'mask']);

export const openAiImagesClient: ImageClient = {
  decodeRequest(body) {
    if (isForm(body)) throw new Error('image generation requests are JSON');
    return {
      ...decodeImageFields(new RequestObject(body)),
      ...decodeExtensions(body, GENERATION_FIELDS),
    };
  },
  fieldNames: FIELD_NAMES,
  ...createEncoders('image_generation'),
};

export const openAiImageEditsClient: ImageClient = {
  decodeRequest: (body) => (isForm(body) ? decodeEditForm(body) : decodeEditDocument(body)),
  fieldNames: FIELD_NAMES,
  ...createEncoders('image_edit'),
};

function createEncoders(family: EventFamily): Pick<ImageClient, 'encodeResponse' | 'encodeEvents'> {
  return {
    encodeResponse: encodeOpenAiResponse,
    encodeEvents: (response, request) => encodeCompletedEvents(response, request, family),
  };
}

function decodeEditForm(form: Form): ImageRequest {
  const reader = new FormReader(form);
  return {
    ...decodeImageFields(reader),
    ...decodeFormInputs(reader),
    inputFidelity: reader.string('input_fidelity'),
    ...reader.extensions(new Set([...EDIT_FIELDS, 'image'])),
    ...findUnsupportedFile(form),
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

/** Only an upstream with this format can use a further file. */
function findUnsupportedFile(form: Form): Pick<ImageRequest, 'onlyNative'> {
  const unsupported = form.find(
    (entry) => 'file' in entry && !FILE_FIELDS.has(parseFieldName(entry.name).base),
  );
  if (unsupported === undefined) return {};
  return { onlyNative: { param: unsupported.name, reason: 'the provider does not accept this file' } };
}

/** The images of a JSON body are URLs or data URLs. */
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
  if (count > MAX_IMAGES) throw wrongValue(param, `must contain at most ${MAX_IMAGES} images`);
}

function decodeReference(reference: RequestObject): ImageInput {
  if (reference.has('file_id')) {
    throw notSupported(
      reference.getPath('file_id'),
      'this gateway has no file storage; send image_url, or upload the file as form data',
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
    throw wrongValue(param, 'must be an http or https URL, or a data URL');
  return { kind: 'url', url, param };
}
