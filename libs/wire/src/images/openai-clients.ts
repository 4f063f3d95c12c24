import { type Form, type ImageAnswer, type ImageRequest, type JsonObject } from '#canonical';
import { decodeExtensions } from '../openai-dialect/decode-extensions.js';
import { RequestObject } from '../openai-dialect/request-object.js';
import { FormReader } from '../operations/form-reader.js';
import { type ClientOperation } from '../operations/operation-format.js';
import { decodeFormInputs, decodeJsonInputs, foreignFile } from './edit-inputs.js';
import { FIELD_NAMES, UNDERSTOOD_FIELDS, decodeImageFields } from './image-fields.js';
import { encodeOpenAiAnswer } from './openai-answer.js';
import { type EventFamily, encodeCompletedEvents } from './openai-events.js';

/** A client that asks for images, in a document or a form, and gets a document or events. */
export interface ImageClient extends ClientOperation<ImageRequest, ImageAnswer, JsonObject | Form> {
  /** A whole answer for a client that asked for a stream. */
  encodeEvents(answer: ImageAnswer, asked: ImageRequest): string;
}

const GENERATION_FIELDS = new Set<string>(UNDERSTOOD_FIELDS);
const EDIT_FIELDS = new Set<string>([...UNDERSTOOD_FIELDS, 'input_fidelity', 'mask']);

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
