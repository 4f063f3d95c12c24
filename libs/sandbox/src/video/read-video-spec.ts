import { GatewayError, type JsonObject } from '#canonical';
import { type VideoSpec } from './render/video-spec.js';

const MIN_SIDE = 64;
const MAX_SIDE = 1280;
const DEFAULT_SIZE = { width: 640, height: 360 };
const MAX_FRAMES_PER_SECOND = 30;
const DEFAULT_FRAMES_PER_SECOND = 12;
const MIN_SECONDS = 0.5;
const MAX_SECONDS = 10;
const DEFAULT_SECONDS = 3;

/**
 * Decodes a video request, and rejects what the sandbox does not support. The prompt still contains its directives.
 */
export function readVideoSpec(body: JsonObject): VideoSpec {
  return {
    prompt: readPrompt(body.prompt),
    ...(body.size == null ? DEFAULT_SIZE : readSize(body.size)),
    framesPerSecond: body.fps == null ? DEFAULT_FRAMES_PER_SECOND : readFramesPerSecond(body.fps),
    durationSeconds: body.seconds == null ? DEFAULT_SECONDS : readSeconds(body.seconds),
    seed: body.seed == null ? undefined : readSeed(body.seed),
    image: body.image == null ? undefined : readImage(body.image),
  };
}

function readPrompt(prompt: unknown): string {
  if (typeof prompt === 'string') return prompt;
  throw buildSpecError('prompt', 'must be a text');
}

function readSize(size: unknown): Pick<VideoSpec, 'width' | 'height'> {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(String(size)) ?? [];
  if (isSide(Number(width)) && isSide(Number(height)))
    return { width: Number(width), height: Number(height) };
  throw buildSpecError(
    'size',
    `must be "WIDTHxHEIGHT" for the sandbox, each side an even number of pixels from ${MIN_SIDE} to ${MAX_SIDE}`,
  );
}

function isSide(pixels: number): boolean {
  return pixels >= MIN_SIDE && pixels <= MAX_SIDE && pixels % 2 === 0;
}

function readFramesPerSecond(fps: unknown): number {
  if (Number.isInteger(fps) && Number(fps) >= 1 && Number(fps) <= MAX_FRAMES_PER_SECOND) return Number(fps);
  throw buildSpecError('fps', `must be a whole number from 1 to ${MAX_FRAMES_PER_SECOND} for the sandbox`);
}

/** This format also writes seconds as a string. */
function readSeconds(seconds: unknown): number {
  const number = typeof seconds === 'string' && seconds.trim() !== '' ? Number(seconds) : seconds;
  if (typeof number === 'number' && number >= MIN_SECONDS && number <= MAX_SECONDS) return number;
  throw buildSpecError('seconds', `must be from ${MIN_SECONDS} to ${MAX_SECONDS} for the sandbox`);
}

function readSeed(seed: unknown): number {
  if (Number.isSafeInteger(seed)) return Number(seed);
  throw buildSpecError('seed', 'must be a whole number');
}

function readImage(image: unknown): Buffer {
  const [, base64] = /^data:[^,]{0,200};base64,([\w+/-]+=*)$/.exec(String(image)) ?? [];
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  throw buildSpecError('image', 'must be a base64 data URL, because the sandbox does not download links');
}

function buildSpecError(param: string, problem: string): GatewayError {
  return new GatewayError('invalid-value', `"${param}" ${problem}.`, { param });
}
