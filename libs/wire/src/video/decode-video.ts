import { type Form, type ImageInput, type JsonObject, type JsonValue, type VideoRequest } from '#canonical';
import { missing, wrongValue } from '../validation/faults.js';
import { type RequestFields } from '../validation/request-fields.js';
import { refuseRoutingFields } from '../validation/routing-fields.js';
import { decodeShape } from './video-shape.js';
import { MAX_IMAGES, type VideoSource, createFormSource, createJsonSource } from './video-source.js';

export const MAX_PROMPT_LENGTH = 10_000;

const MAX_WORD_LENGTH = 256;

const MAX_WEBHOOK_URL_LENGTH = 2_048;

const MAX_SECONDS = 600;

const MAX_FRAME_RATE = 120;

export const MAX_SEED = 2 ** 32 - 1;

const MAX_METADATA_BYTES = 16 * 1024;

const MAX_DEPTH = 32;

/** Members that metadata must not override, because the price depends on them. */
const REQUEST_MEMBERS: ReadonlySet<string> = new Set([
  'model',
  'duration',
  'seconds',
  'n',
  'size',
  'width',
  'height',
  'fps',
  'seed',
]);

/** A decoded video request, with its images as the client sent them. */
export interface DecodedVideoRequest {
  request: Omit<VideoRequest, 'images'>;
  images: readonly ImageInput[];
  webhookUrl?: string;
}

/** One half of a surrogate pair. */
const UNPAIRED_SURROGATE = /\p{Surrogate}/u;

/** Decodes a request to `/v1/video/generations`. The prompt is optional if there is an image. */
export function decodeVideoGeneration(body: JsonObject | Form): DecodedVideoRequest {
  return decode(body, { needsPrompt: (images) => images.length === 0 });
}

/** Decodes a request to `/v1/videos`, with OpenAI's parameters and those that other services have added. */
export function decodeVideosCreate(body: JsonObject | Form): DecodedVideoRequest {
  return decode(body, { needsPrompt: () => true });
}

function decode(
  body: JsonObject | Form,
  { needsPrompt }: { needsPrompt: (images: readonly ImageInput[]) => boolean },
): DecodedVideoRequest {
  const source = isForm(body) ? createFormSource(body) : createJsonSource(body);
  const { fields } = source;
  const model = readRequiredText(fields, 'model', MAX_WORD_LENGTH);
  const images = decodeImages(source);
  const prompt = needsPrompt(images)
    ? readRequiredText(fields, 'prompt', MAX_PROMPT_LENGTH)
    : (readText(fields, 'prompt', MAX_PROMPT_LENGTH) ?? '');
  fields.oneOf('response_format', ['url']);
  checkCount(fields);
  return {
    request: {
      model,
      prompt,
      negativePrompt: readText(fields, 'negative_prompt', MAX_PROMPT_LENGTH),
      durationSeconds: decodeDuration(source),
      ...decodeShape(fields),
      framesPerSecond: fields.integer('fps', { min: 1, max: MAX_FRAME_RATE }),
      seed: fields.integer('seed', { min: 0, max: MAX_SEED }),
      mode: readText(fields, 'mode', MAX_WORD_LENGTH),
      user: readText(fields, 'user', MAX_WORD_LENGTH),
      metadata: readMetadata(source.metadata()),
    },
    images,
    webhookUrl: decodeWebhookUrl(fields),
  };
}

function decodeImages(source: VideoSource): ImageInput[] {
  const images = source.images();
  if (images.length > MAX_IMAGES) throw wrongValue('images', `must contain at most ${MAX_IMAGES} images`);
  const [last, ...others] = source.lastFrames();
  if (last === undefined) return images;
  if (others.length > 0) throw wrongValue('last_frame', 'must be one image');
  if (images.length !== 1) throw wrongValue('last_frame', 'requires exactly one image (the first frame)');
  return [...images, last];
}

/** A task has one video. */
function checkCount(fields: RequestFields): void {
  const count = fields.integer('n');
  if (count !== undefined && count !== 1) throw wrongValue('n', 'must be 1; send one request per video');
}

/** The two names of the duration must have the same value. */
function decodeDuration(source: VideoSource): number | undefined {
  const duration = checkSeconds(source.fields.number('duration'), 'duration');
  const seconds = checkSeconds(source.seconds(), 'seconds');
  if (duration !== undefined && seconds !== undefined && duration !== seconds)
    throw wrongValue('seconds', 'must equal duration');
  return duration ?? seconds;
}

export function checkSeconds(seconds: number | undefined, param: string): number | undefined {
  if (seconds === undefined || (seconds > 0 && seconds <= MAX_SECONDS)) return seconds;
  throw wrongValue(param, `must be more than 0 and at most ${MAX_SECONDS} seconds`);
}

function decodeWebhookUrl(fields: RequestFields): string | undefined {
  const url = readText(fields, 'webhook_url', MAX_WEBHOOK_URL_LENGTH);
  if (url === undefined) return undefined;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw wrongValue('webhook_url', 'must be an http or https URL');
  return new URL(url).href;
}

function readRequiredText(fields: RequestFields, name: string, maxLength: number): string {
  const value = readText(fields, name, maxLength);
  if (value === undefined) throw missing(name);
  if (value.trim() === '') throw wrongValue(name, 'must not be empty');
  return value;
}

function readText(fields: RequestFields, name: string, maxLength: number): string | undefined {
  const value = fields.string(name);
  if (value === undefined) return undefined;
  if (value.length > maxLength) throw wrongValue(name, `must have at most ${maxLength} characters`);
  checkText(value, name);
  return value;
}

function isForm(body: JsonObject | Form): body is Form {
  return Array.isArray(body);
}

/** Provider-specific parameters, without those that would override the request. */
export function readMetadata(metadata: JsonObject | undefined, param = 'metadata'): JsonObject | undefined {
  if (metadata === undefined) return undefined;
  checkMembers(metadata, 0, param);
  if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES)
    throw wrongValue(param, `must have at most ${MAX_METADATA_BYTES} bytes`);
  refuseRoutingFields(Object.keys(metadata));
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !REQUEST_MEMBERS.has(name)));
}

function checkMembers(value: JsonValue, depth: number, param: string): void {
  if (typeof value === 'string') checkText(value, param);
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_DEPTH) throw wrongValue(param, `must not be nested deeper than ${MAX_DEPTH} levels`);
  for (const [name, member] of Object.entries(value)) {
    checkText(name, param);
    checkMembers(member, depth + 1, param);
  }
}

/** Refuses characters that JSON allows but databases do not accept in text. */
export function checkText(text: string, param: string): void {
  if (text.includes('\0') || UNPAIRED_SURROGATE.test(text))
    throw wrongValue(param, 'must not contain NUL characters or unpaired surrogates');
}
