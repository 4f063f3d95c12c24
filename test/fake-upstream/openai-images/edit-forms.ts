import type { ReceivedFile, ReceivedForm } from '../bodies/received-form.js';
import { typedFields } from '../bodies/typed-fields.js';
import type { Fields } from '../fields.js';
import { Refused } from '../refused.js';
import { missing } from '../value-checks.js';
import type { Sources } from './answer.js';
import { getEditLimits, type Family } from './families.js';

const FILE_NAMES = ['image', 'image[]', 'mask', 'markup'];
const TYPES = {
  integers: ['n', 'partial_images', 'output_compression', 'frame_count', 'frame_duration_ms'],
  booleans: ['stream'],
};

export function getFormFields(form: ReceivedForm): Fields {
  return typedFields(form, TYPES);
}

export function checkFormSources(form: ReceivedForm, family: Family): void {
  const { contentTypes, max } = getEditLimits(family);
  const stranger = form.files.find(
    ({ name }) => !FILE_NAMES.includes(name) || family.unknownFields.includes(name),
  );
  if (stranger) throw new Refused('No such parameter.', { path: [stranger.name], code: 'unknown_parameter' });
  const images = imagesIn(form);
  if (images.length === 0) throw missing(['image']);
  checkCounts(form, max);
  for (const file of form.files) checkFile(file, contentTypes);
}

export function formSources(form: ReceivedForm): Sources {
  const mask = form.files.find(({ name }) => name === 'mask')?.sha256;
  return { sources: imagesIn(form).map(({ sha256 }) => sha256), ...(mask && { mask }) };
}

function imagesIn(form: ReceivedForm): ReceivedFile[] {
  return form.files.filter(({ name }) => name === 'image' || name === 'image[]');
}

/** Only a name with brackets may occur more than once. */
function checkCounts(form: ReceivedForm, max: number): void {
  for (const single of ['image', 'mask', 'markup']) {
    if (form.files.filter(({ name }) => name === single).length < 2) continue;
    const message = `You provided several values. Use the array syntax, e.g. '${single}[]'.`;
    throw new Refused(message, { path: [single], code: 'duplicate_parameter' });
  }
  if (imagesIn(form).length <= max) return;
  const message = `too many images. Expected at most ${max}.`;
  throw new Refused(message, { path: ['image'], code: 'array_above_max_length' });
}

function checkFile({ name, contentType, sizeBytes }: ReceivedFile, contentTypes: readonly string[]): void {
  const path = [name.replace('[]', '')];
  if (!contentTypes.includes(contentType)) {
    const message = `unsupported mimetype ('${contentType}'). Supported are ${contentTypes.join(', ')}.`;
    throw new Refused(message, { path, code: 'unsupported_file_mimetype' });
  }
  if (sizeBytes === 0) throw new Refused('the file is empty.', { path, code: 'invalid_image_file' });
}
