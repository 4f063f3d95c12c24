import { type JsonObject } from '#canonical';
import { joinUrl, encodePath, withQuery } from '../base-url.js';
import { readOperation } from '../veo-report.js';
import { encodeSubmission } from '../veo-submission.js';
import { objectIn, objectsIn, present, textIn } from '../video-fields.js';
import { toStartedVideo } from '../video-outcome.js';
import { type VideoCapability, type VideoPlace, type VideoReport, type VideoSubmission } from '../video.js';
import { encodeModel, requireProjectUrl } from './place.js';

const STORAGE = 'https://storage.googleapis.com';

/** Files of eight seconds have about 20 MB, and a third more in base64. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/**
 * Veo in Google Cloud. The status of an operation is a request to its model. The file is in the response, or in a
 * bucket of the customer if the request has `storageUri`.
 */
export const vertexVideo: VideoCapability = {
  signature: 'none',
  needsImageBytes: true,
  maxResponseBytes: MAX_RESPONSE_BYTES,
  makes: (model) => /^(?:google\/)?veo-/.test(model),
  start: ({ request }, place) => ({
    method: 'POST',
    url: buildModelUrl(place, 'predictLongRunning'),
    body: encodeRequest(request),
  }),
  readStart: (body) => toStartedVideo(textIn(body, 'name')),
  status: ({ upstreamId }, place) => ({
    method: 'POST',
    url: buildModelUrl(place, 'fetchPredictOperation'),
    body: { operationName: upstreamId },
  }),
  readStatus: (body) => readOperation(body, findFile),
};

function buildModelUrl(place: VideoPlace, verb: string): URL {
  const model = encodeModel(place.upstreamModel.replace(/^google\//, ''));
  return requireProjectUrl(place, 'v1', `/publishers/google/models/${model}:${verb}`);
}

/** Unlike the Gemini API, Vertex supports seeds and may generate several videos per request. */
function encodeRequest(request: VideoSubmission['request']): JsonObject {
  const body = encodeSubmission(request);
  const { seed } = request;
  return { ...body, parameters: { ...objectIn(body, 'parameters'), ...present({ seed }), sampleCount: 1 } };
}

function findFile(result: JsonObject): VideoReport['file'] {
  const [video] = objectsIn(result, 'videos');
  if (video === undefined) return undefined;
  const base64 = textIn(video, 'bytesBase64Encoded');
  if (base64 !== undefined) return { kind: 'bytes', base64 };
  const [, bucket, object] = /^gs:\/\/([^/]+)\/(.+)$/.exec(textIn(video, 'gcsUri') ?? '') ?? [];
  if (bucket === undefined || object === undefined) return undefined;
  const path = `/storage/v1/b/${encodePath(bucket)}/o/${encodeURIComponent(object)}`;
  return { kind: 'call', call: { method: 'GET', url: withQuery(joinUrl(STORAGE, path), { alt: 'media' }) } };
}
