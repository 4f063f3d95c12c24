import { asFields, asList, isAbsent, type Fields } from '../fields.js';
import { getImage } from '../made-up/images.js';
import { Refused, type Path } from '../refused.js';
import { readMessage } from './proto-json.js';

const MAX_SAMPLES = 4;
const INSTANCE_FIELDS = ['prompt'];
const PARAMETERS = (
  'sampleCount aspectRatio sampleImageSize imageSize personGeneration negativePrompt guidanceScale seed ' +
  'safetySetting safetyFilterLevel includeSafetyAttributes includeRaiReason language addWatermark ' +
  'enhancePrompt outputOptions'
).split(' ');

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  aspectRatio: ['1:1', '3:4', '4:3', '9:16', '16:9'],
  sampleImageSize: ['1K', '2K'],
  imageSize: ['1K', '2K'],
  personGeneration: ['dont_allow', 'allow_adult', 'allow_all'],
};

/** Imagen: the protocol allows any JSON, but the model does not. */
export function checkPrediction(body: unknown): void {
  const { instances, parameters } = readMessage(body, 'PredictRequest');
  const [instance, second] = asList(instances).map(asFields);
  if (!instance || second) throw refused(['instances'], 'exactly one instance is expected');
  checkNames(instance, INSTANCE_FIELDS, ['instances', 0]);
  if (typeof instance.prompt !== 'string' || instance.prompt === '') {
    throw refused(['instances', 0, 'prompt'], 'Text prompt is required');
  }
  checkParameters(asFields(parameters));
}

export function buildPrediction(body: unknown): object {
  const { instances, parameters } = readMessage(body, 'PredictRequest');
  const prompt = String(asFields(asList(instances)[0]).prompt);
  const { sampleCount } = asFields(parameters);
  const count = typeof sampleCount === 'number' ? sampleCount : MAX_SAMPLES;
  return {
    predictions: Array.from({ length: count }, (_, index) => ({
      mimeType: 'image/png',
      bytesBase64Encoded: getImage({ prompt, index }).toString('base64'),
    })),
  };
}

function checkParameters(parameters: Fields): void {
  checkNames(parameters, PARAMETERS, ['parameters']);
  const { sampleCount } = parameters;
  const isCount =
    Number.isInteger(sampleCount) && Number(sampleCount) >= 1 && Number(sampleCount) <= MAX_SAMPLES;
  if (!isAbsent(sampleCount) && !isCount) {
    throw refused(['parameters', 'sampleCount'], `must be from 1 to ${MAX_SAMPLES}`);
  }
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = parameters[name];
    if (isAbsent(value) || choices.some((choice) => choice === value)) continue;
    throw refused(['parameters', name], `must be one of ${choices.join(', ')}`);
  }
}

function checkNames(fields: Fields, known: readonly string[], path: Path): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) throw refused([...path, unknown], 'is not supported by this model');
}

function refused(path: Path, message: string): Refused {
  return new Refused(`${path.join('.')} ${message}.`, { path });
}
