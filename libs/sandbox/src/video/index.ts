import { createHash } from 'node:crypto';
import { type JsonObject } from '#canonical';
import { type OutboundRequest, type UpstreamResponse } from '#egress';
import { objectIn, present, textIn } from '#providers';
import { applyStartDirectives } from '../apply-start-directives.js';
import { encodePng } from '../image/encode-png.js';
import { imageElement, readImage } from '../image/image.js';
import { rasterise, svgDocument } from '../image/scene.js';
import { type ImageSize } from '../image/size.js';
import { type ModelHandler, getJsonBody, sendJson } from '../send.js';
import { readVideoSpec } from './read-video-spec.js';
import { reportVideo } from './report-video.js';
import { type VideoJob, readMemo, writeMemo } from './video-memo.js';
import { Videos } from './videos.js';

const BAD_FILE = 'This is not a video: the sandbox delivers a broken file because of a directive.\n'.repeat(
  64,
);
const CHUNK_BYTES = 256 * 1024;

const MAX_SIDE = 640;

const videos = new Videos();

/** Creates videos. Each request about one contains its memo, so that any process can handle it. */
export const sandboxVideo: ModelHandler = async (outbound, signal) => {
  const body = JSON.parse(Buffer.from(getJsonBody(outbound)).toString('utf8')) as JsonObject;
  const [, id, verb] = /\/videos\/([\w-]+)\/(\w+)$/.exec(outbound.url.pathname) ?? [];
  if (id === undefined) return startVideo(outbound, body, signal);
  const video = readMemo(id, objectIn(body, 'memo'));
  switch (verb) {
    case 'status':
      return sendBody(statusBody(video, body), signal);
    case 'content':
      return sendVideo(await getContent(video));
    case 'cancel':
      videos.cancel(id);
      return sendBody({ id, object: 'video.deleted', deleted: true }, signal);
    default:
      throw new Error(`the sandbox does not support ${verb} for videos`);
  }
};

async function startVideo(
  outbound: OutboundRequest,
  body: JsonObject,
  signal: AbortSignal,
): Promise<UpstreamResponse> {
  const startedAtMs = Date.now();
  const { image, ...size } = readVideoSpec(body);
  const smallImage = image === undefined ? undefined : await shrinkImage(Buffer.from(image), size);
  const memo = writeMemo(body, smallImage, startedAtMs);
  const id = getId(outbound);
  const video = readMemo(id, memo);
  await applyStartDirectives(video.directives, signal);
  const response = { ...describeVideo(video, body), status: 'queued', progress: 0, memo };
  return sendJson(response, { fault: video.directives.fault, signal });
}

/** Submissions with the same idempotency key, or the same body if they have none, are the same video. */
function getId(outbound: OutboundRequest): string {
  const key = outbound.headers['idempotency-key'] ?? getJsonBody(outbound);
  return `video_${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
}

function statusBody(video: VideoJob, body: JsonObject): JsonObject {
  const report = reportVideo(video, Date.now(), () => videos.startOrGetState(video.id, video.spec));
  const { status, progress } = report;
  const error = report.status === 'failed' ? { code: 'sandbox_failure', message: report.message } : undefined;
  return present({ ...describeVideo(video, body), status, progress, error });
}

function describeVideo({ id, spec, startedAtMs }: VideoJob, body: JsonObject): JsonObject {
  const { width, height, durationSeconds } = spec;
  return {
    id,
    object: 'video',
    model: textIn(body, 'model') ?? '',
    created_at: Math.floor(startedAtMs / 1000),
    seconds: String(durationSeconds),
    size: `${width}x${height}`,
  };
}

async function getContent({ id, spec, directives }: VideoJob): Promise<Buffer> {
  return directives.video === 'badfile' ? Buffer.from(BAD_FILE) : videos.loadVideo(id, spec);
}

function sendBody(body: JsonObject, signal: AbortSignal): UpstreamResponse {
  return sendJson(body, { fault: undefined, signal });
}

function sendVideo(video: Buffer): UpstreamResponse {
  async function* chunks(): AsyncGenerator<Uint8Array, void> {
    for (let at = 0; at < video.length; at += CHUNK_BYTES) yield video.subarray(at, at + CHUNK_BYTES);
  }
  return {
    status: 200,
    headers: { 'content-type': 'video/mp4', 'content-length': String(video.length) },
    body: chunks(),
  };
}

/** The image at the size of the video, in few bytes, because each request about the video contains it. */
async function shrinkImage(image: Buffer, video: ImageSize): Promise<string> {
  const decodedImage = await readImage(image, 'image');
  const scale = Math.min(1, MAX_SIDE / Math.max(video.width, video.height));
  const size = { width: Math.round(video.width * scale), height: Math.round(video.height * scale) };
  const small = await encodePng(await rasterise(svgDocument(size, imageElement(decodedImage, size))));
  const [bytes, mediaType] =
    image.length <= small.length ? [image, decodedImage.mediaType] : [small, 'image/png'];
  return `data:${mediaType};base64,${bytes.toString('base64')}`;
}
