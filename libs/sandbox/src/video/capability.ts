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
 * Videos of the sandbox, in the shape of the OpenAI format, but that no process of ours remembers one: each question
 * brings along what is needed to make it, and is a POST for that reason.
 */
export const sandboxVideoCapability: VideoCapability = {
  signature: 'key',
  makes: (upstreamModel) => upstreamModel === 'sandbox-video',
  needsImageBytes: true,
  start: ({ request, idempotencyKey }, { upstreamModel }) => ({
    method: 'POST',
    url: new URL(VIDEOS),
    headers: { 'idempotency-key': idempotencyKey },
    body: specBody(request, upstreamModel),
  }),
  readStart(body) {
    const upstreamId = textIn(body, 'id');
    return upstreamId === undefined ? undefined : { upstreamId, memo: objectIn(body, 'memo') };
  },
  status: (started, place) => callAbout(started, place, 'status'),
  readStatus: readReport,
  cancel: (started, place) => callAbout(started, place, 'cancel'),
};

function specBody(request: VideoRequest, model: string): JsonObject {
  const { prompt, negativePrompt, durationSeconds, framesPerSecond, seed, images } = request;
  if (negativePrompt !== undefined) throw unsupported('negative_prompt', 'The sandbox paints what it reads.');
  return present({
    model,
    prompt,
    seconds: durationSeconds?.toString(),
    size: getSize(request),
    fps: framesPerSecond,
    seed,
    image: firstFrame(images),
  });
}

/** What is not said of the sides follows from the other, for an image of 16 to 9, or from their ratio. */
function getSize({ width, height, aspectRatio }: VideoRequest): string | undefined {
  if (width === undefined && height === undefined && aspectRatio !== undefined) return fitRatio(aspectRatio);
  if (width !== undefined) return `${width}x${height ?? evenly((width * 9) / 16)}`;
  return height === undefined ? undefined : `${evenly((height * 16) / 9)}x${height}`;
}

/** With a longer side that is as long as that of a video of which nothing is said. */
function fitRatio(aspectRatio: string): string {
  const [across = 16, down = 9] = aspectRatio.split(':').map(Number);
  const scale = LONGER_SIDE / Math.max(across, down);
  return `${evenly(across * scale)}x${evenly(down * scale)}`;
}

function evenly(pixels: number): number {
  return 2 * Math.round(pixels / 2);
}

function firstFrame(images: readonly VideoImage[]): string | undefined {
  const [image, ...others] = images;
  if (others.length > 0) {
    throw unsupported('images', 'The sandbox takes one image, with which the video begins.');
  }
  if (image === undefined) return undefined;
  return imageAddress(image);
}

function callAbout(
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
        file: { kind: 'call', call: callAbout(started, place, 'content') },
        facts: toFacts(started.memo ?? {}),
      };
    case 'failed': {
      const message = textIn(objectIn(body, 'error'), 'message') ?? 'The sandbox made no video.';
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
