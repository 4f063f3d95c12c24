import { type Form, type ImageInput, type JsonObject, type JsonValue, type VideoRequest } from '#canonical';
import { missing, wrongValue } from '../validation/faults.js';
import { type RequestFields } from '../validation/request-fields.js';
import { refuseRoutingFields } from '../validation/routing-fields.js';
import { decodeShape } from './video-shape.js';
import { MAX_IMAGES, type VideoSource, formSource, jsonSource } from './video-source.js';

export const MAX_PROMPT_LENGTH = 10_000;

const MAX_WORD_LENGTH = 256;

const MAX_WEBHOOK_URL_LENGTH = 2_048;

const MAX_SECONDS = 600;

const HIGHEST_FRAME_RATE = 120;

export const MAX_SEED = 2 ** 32 - 1;

const MAX_BYTES = 16 * 1024;

const DEEPEST = 32;

/** What the request itself decides, because it decides what is paid for. */
const DECIDED_BY_REQUEST: ReadonlySet<string> = new Set([
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

/** A video that a client asks for, with its images as they came. */
export interface AskedVideo {
  request: Omit<VideoRequest, 'images'>;
  images: readonly ImageInput[];
  webhookUrl?: string;
}

/** Half of a pair that only together is a character. */
const HALF_CHARACTER = /\p{Surrogate}/u;

/** A request to `/v1/video/generations`: an image may stand for the prompt. */
export function decodeVideoGeneration(body: JsonObject | Form): AskedVideo {
  return decode(body, { needsPrompt: (images) => images.length === 0 });
}

/** A request to `/v1/videos`: what OpenAI takes, and what others have added to it. */
export function decodeVideosCreate(body: JsonObject | Form): AskedVideo {
  return decode(body, { needsPrompt: () => true });
}

function decode(
  body: JsonObject | Form,
  { needsPrompt }: { needsPrompt: (images: readonly ImageInput[]) => boolean },
): AskedVideo {
  const source = isForm(body) ? formSource(body) : jsonSource(body);
  const { fields } = source;
  const model = required(fields, 'model', MAX_WORD_LENGTH);
  const images = decodeImages(source);
  const prompt = needsPrompt(images)
    ? required(fields, 'prompt', MAX_PROMPT_LENGTH)
    : (text(fields, 'prompt', MAX_PROMPT_LENGTH) ?? '');
  fields.oneOf('response_format', ['url']);
  checkCount(fields);
  return {
    request: {
      model,
      prompt,
      negativePrompt: text(fields, 'negative_prompt', MAX_PROMPT_LENGTH),
      durationSeconds: decodeDuration(source),
      ...decodeShape(fields),
      framesPerSecond: fields.integer('fps', { min: 1, max: HIGHEST_FRAME_RATE }),
      seed: fields.integer('seed', { min: 0, max: MAX_SEED }),
      mode: text(fields, 'mode', MAX_WORD_LENGTH),
      user: text(fields, 'user', MAX_WORD_LENGTH),
      metadata: readMetadata(source.metadata()),
    },
    images,
    webhookUrl: decodeWebhookUrl(fields),
  };
}

function decodeImages(source: VideoSource): ImageInput[] {
  const images = source.images();
  if (images.length > MAX_IMAGES) throw wrongValue('images', `must be at most ${MAX_IMAGES} images`);
  const [last, ...others] = source.lastFrames();
  if (last === undefined) return images;
  if (others.length > 0) throw wrongValue('last_frame', 'must be one image');
  if (images.length !== 1) throw wrongValue('last_frame', 'must stand beside one image, the first frame');
  return [...images, last];
}

/** A task is one video. */
function checkCount(fields: RequestFields): void {
  const count = fields.integer('n');
  if (count !== undefined && count !== 1) throw wrongValue('n', 'must be 1; send one request for each video');
}

/** Two names for one thing, which have to agree. */
function decodeDuration(source: VideoSource): number | undefined {
  const duration = secondsWithin(source.fields.number('duration'), 'duration');
  const seconds = secondsWithin(source.seconds(), 'seconds');
  if (duration !== undefined && seconds !== undefined && duration !== seconds)
    throw wrongValue('seconds', 'must be the same as duration');
  return duration ?? seconds;
}

export function secondsWithin(seconds: number | undefined, param: string): number | undefined {
  if (seconds === undefined || (seconds > 0 && seconds <= MAX_SECONDS)) return seconds;
  throw wrongValue(param, `must be more than 0 and at most ${MAX_SECONDS} seconds`);
}

function decodeWebhookUrl(fields: RequestFields): string | undefined {
  const url = text(fields, 'webhook_url', MAX_WEBHOOK_URL_LENGTH);
  if (url === undefined) return undefined;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw wrongValue('webhook_url', 'must be a URL of http or https');
  return new URL(url).href;
}

function required(fields: RequestFields, name: string, maxLength: number): string {
  const value = text(fields, name, maxLength);
  if (value === undefined) throw missing(name);
  if (value.trim() === '') throw wrongValue(name, 'must not be empty');
  return value;
}

function text(fields: RequestFields, name: string, maxLength: number): string | undefined {
  const value = fields.string(name);
  if (value === undefined) return undefined;
  if (value.length > maxLength) throw wrongValue(name, `must have at most ${maxLength} characters`);
  checkText(value, name);
  return value;
}

function isForm(body: JsonObject | Form): body is Form {
  return Array.isArray(body);
}

/** What only one service understands, and nothing that would override the request. */
export function readMetadata(metadata: JsonObject | undefined, param = 'metadata'): JsonObject | undefined {
  if (metadata === undefined) return undefined;
  checkMembers(metadata, 0, param);
  if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_BYTES)
    throw wrongValue(param, `must have at most ${MAX_BYTES} bytes`);
  refuseRoutingFields(Object.keys(metadata));
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !DECIDED_BY_REQUEST.has(name)));
}

function checkMembers(value: JsonValue, depth: number, param: string): void {
  if (typeof value === 'string') checkText(value, param);
  if (typeof value !== 'object' || value === null) return;
  if (depth > DEEPEST) throw wrongValue(param, `must not be nested deeper than ${DEEPEST} levels`);
  for (const [name, member] of Object.entries(value)) {
    checkText(name, param);
    checkMembers(member, depth + 1, param);
  }
}

/** Refuses what JSON can write down and no database takes for text. */
export function checkText(text: string, param: string): void {
  if (text.includes('\0') || HALF_CHARACTER.test(text))
    throw wrongValue(param, 'must be text without NUL and without halves of surrogate pairs');
}
