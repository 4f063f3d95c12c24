import { asFields, asList, isAbsent, isObject, type Fields } from '../fields.js';
import { readMessage } from '../gemini/proto-json.js';
import { Refused, type Path } from '../refused.js';

const INSTANCE_FIELDS = ['prompt', 'image', 'lastFrame', 'video', 'referenceImages'];
const PARAMETERS =
  'sampleCount durationSeconds aspectRatio resolution negativePrompt personGeneration enhancePrompt'.split(
    ' ',
  );

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  aspectRatio: ['16:9', '9:16'],
  resolution: ['720p', '1080p', '4k'],
  personGeneration: ['dont_allow', 'allow_adult', 'allow_all'],
};

const RANGES: Readonly<Record<string, readonly [min: number, max: number]>> = {
  sampleCount: [1, 4],
  durationSeconds: [4, 8],
};

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'];
const MAX_REFERENCES = 3;

/** Veo: the protocol allows any JSON, but the model does not. */
export function checkSubmission(body: unknown, extraFields: readonly string[]): void {
  const { instances, parameters } = readMessage(body, 'PredictRequest');
  const [instance, second] = asList(instances).map(asFields);
  if (!instance || second) throw refused(['instances'], 'must have exactly one instance');
  checkInstance(instance, ['instances', 0]);
  checkParameters(asFields(parameters), extraFields);
}

export function toPrompt(body: unknown): string {
  return String(asFields(asList(asFields(body).instances)[0]).prompt);
}

function checkInstance(instance: Fields, path: Path): void {
  checkNames(instance, INSTANCE_FIELDS, path);
  const { prompt, image, lastFrame, referenceImages } = instance;
  if (typeof prompt !== 'string' || prompt === '') throw refused([...path, 'prompt'], 'is required');
  if (!isAbsent(image)) checkImage(image, [...path, 'image']);
  if (!isAbsent(lastFrame)) checkImage(lastFrame, [...path, 'lastFrame']);
  if (isAbsent(image) && !isAbsent(lastFrame)) throw refused([...path, 'lastFrame'], 'needs a first frame');
  if (isAbsent(referenceImages)) return;
  if (!isAbsent(image)) throw refused([...path, 'referenceImages'], 'cannot be combined with a first frame');
  checkReferences(referenceImages, [...path, 'referenceImages']);
}

function checkReferences(references: unknown, path: Path): void {
  const count = asList(references).length;
  if (count < 1 || count > MAX_REFERENCES) throw refused(path, `must be from 1 to ${MAX_REFERENCES} images`);
  for (const [index, reference] of asList(references).map(asFields).entries()) {
    checkNames(reference, ['image', 'referenceType'], [...path, index]);
    checkImage(reference.image, [...path, index, 'image']);
    if (!/^(asset|style)$/i.test(String(reference.referenceType))) {
      throw refused([...path, index, 'referenceType'], 'must be asset or style');
    }
  }
}

function checkImage(image: unknown, path: Path): void {
  if (!isObject(image)) throw refused(path, 'must be an object');
  checkNames(image, ['bytesBase64Encoded', 'mimeType'], path);
  const { bytesBase64Encoded: base64, mimeType } = image;
  if (typeof base64 !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    throw refused([...path, 'bytesBase64Encoded'], 'must be base64');
  }
  if (!IMAGE_TYPES.some((type) => type === mimeType)) {
    throw refused([...path, 'mimeType'], `must be one of ${IMAGE_TYPES.join(', ')}`);
  }
}

function checkParameters(parameters: Fields, extraFields: readonly string[]): void {
  checkNames(parameters, [...PARAMETERS, ...extraFields], ['parameters']);
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = parameters[name];
    if (isAbsent(value) || choices.some((choice) => choice === value)) continue;
    throw refused(['parameters', name], `must be one of ${choices.join(', ')}`);
  }
  for (const [name, [min, max]] of Object.entries(RANGES)) {
    const value = parameters[name];
    const isInRange = Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
    if (!isAbsent(value) && !isInRange) {
      throw refused(['parameters', name], `must be a whole number from ${min} to ${max}`);
    }
  }
}

function checkNames(fields: Fields, known: readonly string[], path: Path): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) throw refused([...path, unknown], 'is not supported by this model');
}

function refused(path: Path, message: string): Refused {
  return new Refused(`${path.join('.')} ${message}.`, { path });
}
