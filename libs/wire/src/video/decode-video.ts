import { type Form, type ImageInput, type JsonObject, type VideoRequest } from '#canonical';
import { missing, wrongValue } from '../openai-dialect/faults.js';
import { formSource } from './form-source.js';
import { jsonSource } from './json-source.js';
import { readMetadata } from './metadata.js';
import { decodeSize } from './size.js';
import { checkText } from './storable-text.js';
import { type VideoFields, type VideoSource } from './video-source.js';

const LONGEST_PROMPT = 10_000;
const LONGEST_WORD = 256;
const LONGEST_WEBHOOK_URL = 2_048;
const LONGEST_SECONDS = 600;
const MOST_IMAGES = 8;
const HIGHEST_FRAME_RATE = 120;
const LARGEST_SEED = 2 ** 32 - 1;

/** A film that a client asks for, with its pictures as they came. */
export interface AskedVideo {
  request: Omit<VideoRequest, 'images'>;
  images: readonly ImageInput[];
  webhookUrl?: string;
}

/** A request to `/v1/video/generations`: a picture may stand for the prompt. */
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
  const model = required(fields, 'model', LONGEST_WORD);
  const images = decodeImages(source);
  const prompt = needsPrompt(images)
    ? required(fields, 'prompt', LONGEST_PROMPT)
    : (text(fields, 'prompt', LONGEST_PROMPT) ?? '');
  fields.oneOf('response_format', ['url']);
  checkCount(fields);
  return {
    request: {
      model,
      prompt,
      durationSeconds: decodeDuration(source),
      ...decodeSize(fields),
      framesPerSecond: fields.integer('fps', { min: 1, max: HIGHEST_FRAME_RATE }),
      seed: fields.integer('seed', { min: 0, max: LARGEST_SEED }),
      mode: text(fields, 'mode', LONGEST_WORD),
      user: text(fields, 'user', LONGEST_WORD),
      metadata: readMetadata(source.metadata()),
    },
    images,
    webhookUrl: decodeWebhookUrl(fields),
  };
}

function decodeImages(source: VideoSource): ImageInput[] {
  const images = source.images();
  if (images.length > MOST_IMAGES) throw wrongValue('images', `must be at most ${MOST_IMAGES} pictures`);
  return images;
}

/** A task is one film. */
function checkCount(fields: VideoFields): void {
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

function secondsWithin(seconds: number | undefined, param: string): number | undefined {
  if (seconds === undefined || (seconds > 0 && seconds <= LONGEST_SECONDS)) return seconds;
  throw wrongValue(param, `must be more than 0 and at most ${LONGEST_SECONDS} seconds`);
}

function decodeWebhookUrl(fields: VideoFields): string | undefined {
  const url = text(fields, 'webhook_url', LONGEST_WEBHOOK_URL);
  if (url === undefined) return undefined;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw wrongValue('webhook_url', 'must be a URL of http or https');
  return new URL(url).href;
}

function required(fields: VideoFields, name: string, longest: number): string {
  const value = text(fields, name, longest);
  if (value === undefined) throw missing(name);
  if (value.trim() === '') throw wrongValue(name, 'must not be empty');
  return value;
}

function text(fields: VideoFields, name: string, longest: number): string | undefined {
  const value = fields.string(name);
  if (value === undefined) return undefined;
  if (value.length > longest) throw wrongValue(name, `must have at most ${longest} characters`);
  checkText(value, name);
  return value;
}

function isForm(body: JsonObject | Form): body is Form {
  return Array.isArray(body);
}
