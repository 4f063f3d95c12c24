import type { Account } from '../account.js';
import { getFormBody } from '../bodies/form-body.js';
import { getJsonBody } from '../bodies/json-body.js';
import type { ReceivedForm } from '../bodies/received-form.js';
import { typedFields } from '../bodies/typed-fields.js';
import { asFields, isAbsent, type Fields } from '../fields.js';
import { checkKnownFields } from '../openai/known-fields.js';
import type { ReceivedRequest } from '../received-request.js';
import { Refused, type Path } from '../refused.js';
import {
  checkList,
  checkObject,
  checkOptionalInteger,
  checkOptionalOneOf,
  checkOptionalString,
  checkString,
  invalid,
  missing,
} from '../value-checks.js';

const OWN_FIELDS = ['prompt', 'model', 'seconds', 'size', 'input_reference'];
/** Additional fields of many compatible servers. */
const COPIES_FIELDS = ['fps', 'seed', 'n', 'user', 'mode', 'images'];
const OWN_SECONDS = ['4', '8', '12'];
const OWN_SIZES = ['720x1280', '1280x720', '1024x1792', '1792x1024'];
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'];
const MAX_PROMPT_CHARACTERS = 32_000;

/** The fields of a submission, in either encoding. */
export function getSubmissionFields(request: ReceivedRequest): Fields {
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
  return isJson ? getJsonBody(request) : getFormFields(getFormBody(request));
}

export function checkSubmission(request: ReceivedRequest, { strictFields, videos }: Account): void {
  const fields = getSubmissionFields(request);
  const further = strictFields ? [] : COPIES_FIELDS;
  checkKnownFields(fields, [...OWN_FIELDS, ...further, ...videos.settings.extraFields]);
  checkPrompt(fields.prompt);
  checkOptionalString(fields.model, ['model']);
  checkShape(fields, strictFields);
  checkOptionalInteger(fields.fps, ['fps'], 1, 120);
  checkOptionalInteger(fields.seed, ['seed'], 0);
  checkOptionalInteger(fields.n, ['n'], 1, 1);
  for (const name of ['user', 'mode']) checkOptionalString(fields[name], [name]);
  checkImages(fields);
}

/** Only the prompt can be changed. */
export function checkRemix(request: ReceivedRequest): void {
  const fields = getSubmissionFields(request);
  checkKnownFields(fields, ['prompt']);
  checkPrompt(fields.prompt);
}

function checkPrompt(prompt: unknown): void {
  checkString(prompt, ['prompt']);
  if (prompt === '') throw missing(['prompt']);
  if (prompt.length > MAX_PROMPT_CHARACTERS) {
    const message = `string too long. Expected a string with maximum length ${MAX_PROMPT_CHARACTERS}.`;
    throw new Refused(message, { path: ['prompt'], code: 'string_above_max_length' });
  }
}

/** Numbers are texts here. */
function checkShape({ seconds, size }: Fields, isStrict: boolean): void {
  if (isStrict) {
    checkOptionalOneOf(seconds, ['seconds'], OWN_SECONDS);
    checkOptionalOneOf(size, ['size'], OWN_SIZES);
    return;
  }
  checkOptionalString(seconds, ['seconds']);
  if (typeof seconds === 'string' && !/^[1-9]\d*(\.\d+)?$/.test(seconds)) throw invalid(['seconds'], seconds);
  checkOptionalString(size, ['size']);
  if (typeof size === 'string' && !/^[1-9]\d*x[1-9]\d*$/.test(size)) throw invalid(['size'], size);
}

function checkImages({ input_reference: reference, images }: Fields): void {
  if (!isAbsent(reference)) checkReference(reference, ['input_reference']);
  if (isAbsent(images)) return;
  checkList(images, ['images']);
  for (const [index, image] of images.entries()) checkAddress(image, ['images', index]);
}

function checkReference(reference: unknown, path: Path): void {
  checkObject(reference, path);
  checkKnownFields(reference, ['image_url', 'file_id'], path);
  if (isAbsent(reference.file_id)) checkAddress(reference.image_url, [...path, 'image_url']);
  else checkString(reference.file_id, [...path, 'file_id']);
}

function checkAddress(address: unknown, path: Path): void {
  checkString(address, path);
  if (/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(address)) return;
  if (!/^https?:\/\//.test(address)) throw invalid(path, 'expected a link or a data URL of an image.');
}

/** With the types of JSON; a file replaces the object that JSON has. */
function getFormFields(form: ReceivedForm): Fields {
  const fields: Fields = {};
  for (const [name, value] of Object.entries(typedFields(form, { integers: ['fps', 'seed', 'n'] }))) {
    const [, outer, inner] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
    if (outer === undefined || inner === undefined) fields[name] = value;
    else fields[outer] = { ...asFields(fields[outer]), [inner]: value };
  }
  for (const { name, contentType, sha256 } of form.files) {
    if (name === 'input_reference' && !IMAGE_TYPES.includes(contentType)) {
      throw invalid([name], `unsupported mimetype ('${contentType}').`);
    }
    fields[name] = { file_id: sha256 };
  }
  return fields;
}
