import { type JsonObject } from '#canonical';
import { below, encodePath, isPathId, withQuery } from '../base-url.js';
import { readOperation } from '../veo-report.js';
import { encodeSubmission } from '../veo-submission.js';
import { objectIn, objectsIn, present, textIn } from '../video-fields.js';
import { type VideoCapability, type VideoPlace, type VideoReport, type VideoSubmission } from '../video.js';
import { encodeModel, requireProject } from './place.js';

const STORAGE = 'https://storage.googleapis.com';

/** Files of eight seconds are some 20 MB, in letters a third more. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/**
 * Veo in Google's cloud: an operation is asked after by a call of its model. The file is in the answer, or in a bucket
 * of the customer's where the request has named one (`storageUri`).
 */
export const vertexVideo: VideoCapability = {
  signature: 'none',
  needsImageBytes: true,
  maxAnswerBytes: MAX_ANSWER_BYTES,
  makes: (model) => /^(?:google\/)?veo-/.test(model),
  start: ({ request }, place) => ({
    method: 'POST',
    url: atModel(place, 'predictLongRunning'),
    body: encodeRequest(request),
  }),
  readStart(body) {
    const upstreamId = textIn(body, 'name');
    return upstreamId === undefined || !isPathId(upstreamId) ? undefined : { upstreamId };
  },
  status: ({ upstreamId }, place) => ({
    method: 'POST',
    url: atModel(place, 'fetchPredictOperation'),
    body: { operationName: upstreamId },
  }),
  readStatus: (body) => readOperation(body, findFile),
};

function atModel(place: VideoPlace, verb: string): URL {
  const model = encodeModel(place.upstreamModel.replace(/^google\//, ''));
  return requireProject(place, 'v1', `/publishers/google/models/${model}:${verb}`);
}

/** Unlike Google's other service, this one has seeds, and may make several videos of one request. */
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
  return { kind: 'call', call: { method: 'GET', url: withQuery(below(STORAGE, path), { alt: 'media' }) } };
}
