import { getJsonBody } from '../bodies/json-body.js';
import { asFields, asText, type Fields } from '../fields.js';
import { buildFailure, buildRefusal } from '../gemini/errors.js';
import type { Account } from '../account.js';
import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';
import type { Service } from '../service.js';
import { checkSubmission, toPrompt } from '../videos/gemini-submission.js';
import { toVideoFile } from '../videos/video-file.js';
import { type VendorRoute, vendorVideos } from '../videos/vendor-videos.js';
import type { Video, VideoState } from '../videos/video.js';

const CALL =
  /^\/v1\/(projects\/[^/]+\/locations\/[^/]+\/publishers\/google\/models\/([^/:]+)):(predictLongRunning|fetchPredictOperation)$/;
const RPC_INTERNAL = 13;
const RESPONSE_TYPE = 'type.googleapis.com/cloud.ai.large_models.vision.GenerateVideoResponse';

/** Parameters that only the model of the cloud has. */
const MORE_PARAMETERS = ['seed', 'generateAudio', 'storageUri', 'compressionQuality', 'resizeMode'];

/**
 * Veo in Google's cloud: an operation is polled by a call of its model, and its file is in the response. Based on the
 * reference of its API (cloud.google.com, "Veo on Vertex AI video generation API").
 */
export const vertexVideos: Service = {
  ...vendorVideos({
    refusal: buildRefusal,
    failure: buildFailure,
    toRoute,
    getKey,
    checkSubmission: (body) => checkSubmission(body, MORE_PARAMETERS),
    getModel: (_body, request) => decodeURIComponent(matchCall(request)[2] ?? ''),
    getPrompt: toPrompt,
    toId: (fileName, request) => `${matchCall(request)[1]}/operations/${fileName}`,
    toStarted: ({ id }) => ({ name: id }),
    toReport: buildOperation,
  }),
  credentialHeaders: ['x-goog-api-key'],
};

function matchCall({ route, method }: ReceivedRequest): RegExpExecArray {
  const matched = method === 'POST' ? CALL.exec(route) : null;
  if (matched === null) throw new Refused('The requested URL was not found.', { status: 404 });
  return matched;
}

function toRoute(request: ReceivedRequest): VendorRoute {
  const [, model = '', , verb] = matchCall(request);
  if (verb === 'predictLongRunning') return { call: 'create' };
  const { operationName } = asFields(getJsonBody(request));
  const id = asText(operationName);
  if (!id.startsWith(`${model}/operations/`)) {
    throw new Refused('operationName is not of this model.', { path: ['operationName'] });
  }
  return { call: 'status', id };
}

function getKey({ headers }: ReceivedRequest, { apiKeys }: Account): string {
  const key = headers['x-goog-api-key'];
  if (key !== undefined && apiKeys.includes(key)) return key;
  throw new Refused('Request had invalid authentication credentials.', { status: 401 });
}

function buildOperation({ id, fileName }: Video, { status, error }: VideoState): Fields {
  if (status === 'queued' || status === 'in_progress') return { name: id };
  if (error && error.code !== 'moderation_blocked') {
    return { name: id, done: true, error: { code: RPC_INTERNAL, message: error.message } };
  }
  const made = error
    ? { raiMediaFilteredCount: 1, raiMediaFilteredReasons: [error.message] }
    : {
        raiMediaFilteredCount: 0,
        videos: [{ bytesBase64Encoded: toVideoFile(fileName).toString('base64'), mimeType: 'video/mp4' }],
      };
  return { name: id, done: true, response: { '@type': RESPONSE_TYPE, ...made } };
}
