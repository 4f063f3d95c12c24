import { type Form, GatewayError, type ImageInput, type JsonObject, type VideoRequest } from '#canonical';
import { missing, notSupported, wrongValue } from '../validation/faults.js';
import { RequestObject } from '../validation/request-object.js';
import {
  type DecodedVideoRequest,
  MAX_PROMPT_LENGTH,
  MAX_SEED,
  checkText,
  readMetadata,
  checkSeconds,
} from './decode-video.js';
import { parseResolution } from './gemini-resolution.js';
import { decodeReference } from './image-reference.js';
import { checkShape } from './video-shape.js';

const INSTANCE_MEMBERS: ReadonlySet<string> = new Set(['prompt', 'image', 'lastFrame', 'referenceImages']);

/** The parameters that are decoded. Others are sent to services that may support them. */
const PARAMETERS: ReadonlySet<string> = new Set([
  'aspectRatio',
  'durationSeconds',
  'negativePrompt',
  'numberOfVideos',
  'resolution',
  'sampleCount',
  'seed',
]);

/** One image is the first frame, two are the first and the last frame, so only more can be references. */
const MIN_REFERENCES = 3;
const MAX_REFERENCES = 8;

const MIN_SIDE = 16;
const MAX_SIDE = 8_192;

/** Decodes a request to `models/{model}:predictLongRunning`. */
export function decodeGeminiVideo(body: JsonObject | Form, model: string): DecodedVideoRequest {
  if (isForm(body))
    throw new GatewayError(
      'unsupported-media-type',
      'The request body must be JSON (content-type: application/json).',
    );
  const request = new RequestObject(body);
  if (request.has('webhookConfig'))
    throw notSupported('webhookConfig', 'set the webhook of the token instead');
  const instance = getInstance(request);
  const images = decodeImages(instance);
  const prompt = readText(instance, 'prompt');
  if (prompt === undefined && images.length === 0) throw missing(instance.getPath('prompt'));
  if (prompt?.trim() === '') throw wrongValue(instance.getPath('prompt'), 'must not be empty');
  const parameters = request.object('parameters') ?? new RequestObject({}, 'parameters');
  return { request: { model, prompt: prompt ?? '', ...decodeParameters(parameters) }, images };
}

function getInstance(request: RequestObject): RequestObject {
  const [instance, ...others] = request.requiredObjects('instances');
  if (instance === undefined || others.length > 0)
    throw wrongValue('instances', 'must have one element; send one request per video');
  const unsupported = Object.keys(instance.members).find(
    (name) => !INSTANCE_MEMBERS.has(name) && instance.has(name),
  );
  if (unsupported === undefined) return instance;
  throw notSupported(
    instance.getPath(unsupported),
    `an instance can have ${[...INSTANCE_MEMBERS].join(', ')}`,
  );
}

function decodeParameters(parameters: RequestObject): Omit<VideoRequest, 'model' | 'prompt' | 'images'> {
  for (const name of ['sampleCount', 'numberOfVideos']) {
    const count = parameters.integer(name);
    if (count !== undefined && count !== 1)
      throw wrongValue(parameters.getPath(name), 'must be 1; send one request per video');
  }
  const { members } = parameters;
  const others = Object.entries(members).filter(([name]) => !PARAMETERS.has(name) && parameters.has(name));
  return {
    negativePrompt: readText(parameters, 'negativePrompt'),
    durationSeconds: checkSeconds(
      parameters.number('durationSeconds'),
      parameters.getPath('durationSeconds'),
    ),
    ...decodeShape(parameters),
    seed: parameters.integer('seed', { min: 0, max: MAX_SEED }),
    metadata: others.length === 0 ? undefined : readMetadata(Object.fromEntries(others), parameters.path),
  };
}

function decodeShape(parameters: RequestObject): Pick<VideoRequest, 'width' | 'height' | 'aspectRatio'> {
  const aspectRatio = parameters.string('aspectRatio');
  const resolution = parameters.string('resolution');
  const size = resolution === undefined ? undefined : parseResolution(resolution, aspectRatio);
  if (
    resolution !== undefined &&
    (size === undefined || !isValidSide(size.width) || !isValidSide(size.height))
  )
    throw wrongValue(parameters.getPath('resolution'), 'must be 720p, 1080p, 4k or WIDTHxHEIGHT');
  if (aspectRatio !== undefined) checkShape({ ...size, aspectRatio }, parameters.getPath('aspectRatio'));
  return { ...size, ...(aspectRatio === undefined ? {} : { aspectRatio }) };
}

function isValidSide(side: number): boolean {
  return side >= MIN_SIDE && side <= MAX_SIDE;
}

function decodeImages(instance: RequestObject): ImageInput[] {
  const references = instance.objects('referenceImages', MAX_REFERENCES) ?? [];
  const first = instance.object('image');
  const last = instance.object('lastFrame');
  if (references.length > 0) return decodeReferences(references, instance, first ?? last);
  if (first === undefined && last !== undefined)
    throw wrongValue(instance.getPath('lastFrame'), 'requires "image" (the first frame)');
  return [first, last].flatMap((image) => (image === undefined ? [] : [decodeImage(image)]));
}

function decodeReferences(
  references: readonly RequestObject[],
  instance: RequestObject,
  frame: RequestObject | undefined,
): ImageInput[] {
  const path = instance.getPath('referenceImages');
  if (frame !== undefined) throw wrongValue(path, 'cannot be combined with image or lastFrame');
  if (references.length < MIN_REFERENCES)
    throw notSupported(path, `send at least ${MIN_REFERENCES} reference images, or use image and lastFrame`);
  return references.map((reference) => decodeImage(reference.requiredObject('image')));
}

function decodeImage(image: RequestObject): ImageInput {
  if (image.has('gcsUri')) throw notSupported(image.getPath('gcsUri'), 'send the image as base64');
  const inline = image.object('inlineData');
  if (inline !== undefined) return decodeReference(inline.requiredString('data'), inline.getPath('data'));
  return decodeReference(image.requiredString('bytesBase64Encoded'), image.getPath('bytesBase64Encoded'));
}

function readText(object: RequestObject, name: string): string | undefined {
  const value = object.string(name);
  if (value === undefined) return undefined;
  const path = object.getPath(name);
  if (value.length > MAX_PROMPT_LENGTH)
    throw wrongValue(path, `must have at most ${MAX_PROMPT_LENGTH} characters`);
  checkText(value, path);
  return value;
}

function isForm(body: JsonObject | Form): body is Form {
  return Array.isArray(body);
}
