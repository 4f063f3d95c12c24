import { type JsonObject, type VideoImage, type VideoRequest } from '#canonical';
import {
  type StartedVideo,
  type VideoCall,
  type VideoCapability,
  type VideoPlace,
  type VideoReport,
  imageAddress,
  objectIn,
  present,
  textIn,
  unsupported,
} from '#providers';
import { getFrameCount } from './render/video-spec.js';
import { readVideoSpec } from './read-video-spec.js';

const VIDEOS = 'http://sandbox.invalid/v1/videos';

const LONGER_SIDE = 640;

/**
 * Videos of the sandbox, in the OpenAI format. No process stores them: each request contains what is needed to create
 * the video, and is a POST for that reason.
 */
export const sandboxVideoCapability: VideoCapability = {
  signature: 'key',
  makes: (upstreamModel) => upstreamModel === 'sandbox-video',
  needsImageBytes: true,
  start: ({ request, idempotencyKey }, { upstreamModel }) => ({
    method: 'POST',
    url: new URL(VIDEOS),
    headers: { 'idempotency-key': idempotencyKey },
    body: buildSubmission(request, upstreamModel),
  }),
  readStart(body) {
    const upstreamId = textIn(body, 'id');
    return upstreamId === undefined ? undefined : { upstreamId, memo: objectIn(body, 'memo') };
  },
  status: (started, place) => buildCall(started, place, 'status'),
  readStatus: readReport,
  cancel: (started, place) => buildCall(started, place, 'cancel'),
};

function buildSubmission(request: VideoRequest, model: string): JsonObject {
  const { prompt, negativePrompt, durationSeconds, framesPerSecond, seed, images } = request;
  if (negativePrompt !== undefined)
    throw unsupported('negative_prompt', 'The sandbox does not support a negative prompt.');
  return present({
    model,
    prompt,
    seconds: durationSeconds?.toString(),
    size: getSize(request),
    fps: framesPerSecond,
    seed,
    image: getFirstFrame(images),
  });
}

/** A missing side follows from the other one at 16:9, or both from the requested ratio. */
function getSize({ width, height, aspectRatio }: VideoRequest): string | undefined {
  if (width === undefined && height === undefined && aspectRatio !== undefined) return fitRatio(aspectRatio);
  if (width !== undefined) return `${width}x${height ?? roundToEven((width * 9) / 16)}`;
  return height === undefined ? undefined : `${roundToEven((height * 16) / 9)}x${height}`;
}

/** The longer side is that of a video without a requested size. */
function fitRatio(aspectRatio: string): string {
  const [across = 16, down = 9] = aspectRatio.split(':').map(Number);
  const scale = LONGER_SIDE / Math.max(across, down);
  return `${roundToEven(across * scale)}x${roundToEven(down * scale)}`;
}

function roundToEven(pixels: number): number {
  return 2 * Math.round(pixels / 2);
}

function getFirstFrame(images: readonly VideoImage[]): string | undefined {
  const [image, ...others] = images;
  if (others.length > 0) {
    throw unsupported('images', 'The sandbox accepts one image, the first frame.');
  }
  if (image === undefined) return undefined;
  return imageAddress(image);
}

function buildCall(
  { upstreamId, memo = {} }: StartedVideo,
  { upstreamModel }: VideoPlace,
  verb: 'status' | 'content' | 'cancel',
): VideoCall {
  return {
    method: 'POST',
    url: new URL(`${VIDEOS}/${upstreamId}/${verb}`),
    body: { model: upstreamModel, memo },
  };
}

function readReport(body: JsonObject, started: StartedVideo, place: VideoPlace): VideoReport {
  const status = textIn(body, 'status');
  const progress = typeof body.progress === 'number' ? body.progress : undefined;
  switch (status) {
    case 'queued':
    case 'in_progress':
      return { state: status, progress };
    case 'completed':
      return {
        state: status,
        progress,
        file: { kind: 'call', call: buildCall(started, place, 'content') },
        facts: toFacts(started.memo ?? {}),
      };
    case 'failed': {
      const message = textIn(objectIn(body, 'error'), 'message') ?? 'The sandbox created no video.';
      return { state: status, progress, failure: { kind: 'failed', message } };
    }
    default:
      return { state: 'unknown', word: status };
  }
}

function toFacts(memo: JsonObject): VideoReport['facts'] {
  const spec = readVideoSpec(memo);
  const { width, height, framesPerSecond, seed } = spec;
  return { width, height, framesPerSecond, seed, durationSeconds: getFrameCount(spec) / framesPerSecond };
}
