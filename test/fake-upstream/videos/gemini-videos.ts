import type { Account } from '../account.js';
import { getJsonBody } from '../bodies/json-body.js';
import { buildFailure, buildRefusal } from '../gemini/errors.js';
import { gemini } from '../gemini/index.js';
import { checkKey } from '../gemini/key-checks.js';
import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';
import type { Service } from '../service.js';
import { wholeAnswer } from '../whole-answer.js';
import { contentFaultReply, createFaultReply, isMadeInSpiteOf, statusFaultReply } from './fault-replies.js';
import { toVideoFile } from './video-file.js';
import { getRequestVideo, linkTo } from './get-request-video.js';
import type { Video } from './video.js';
import { checkSubmission, toPrompt } from './gemini-submission.js';

/** Paths below `/v1beta/` for videos. */
export const GEMINI_VIDEO_PATHS = /^\/v1beta\/(models\/[^/]+(:predictLongRunning|\/operations\/)|files\/)/;

type VeoRoute =
  | { call: 'create'; model: string }
  | { call: 'status'; name: string }
  | { call: 'content'; fileName: string };

const RPC_INTERNAL = 13;
const RESPONSE_TYPE = 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse';

/** Veo: videos are operations, and their files require the key. */
export const geminiVideos: Service = {
  credentialHeaders: ['x-goog-api-key'],
  headers: () => gemini.headers(),
  check(request, account) {
    const route = toRoute(request);
    checkKey(request, account);
    if (route.call === 'create') checkSubmission(getJsonBody(request), account.videos.settings.extraFields);
    else videoAt(route, request, account);
  },
  refusal: buildRefusal,
  failure: buildFailure,
  reply(request, account) {
    const { videos } = account;
    const route = toRoute(request);
    if (route.call === 'create') {
      const fault = videos.takeFault('create');
      if (fault && isMadeInSpiteOf(fault)) submittedBy(request, route.model, account);
      return fault && createFaultReply(fault, {});
    }
    const video = videoAt(route, request, account);
    if (route.call === 'content') {
      const fault = videos.takeFault('content');
      return fault && contentFaultReply(fault, linkTo(video, request, account));
    }
    const fault = videos.takeFault('status');
    // An operation has no names for its states, so an unusual state is an empty response.
    return fault && statusFaultReply(fault, { unknown: { name: video.id }, queued: { name: video.id } });
  },
  answer(request, account) {
    const route = toRoute(request);
    if (route.call === 'create') {
      return wholeAnswer({ name: submittedBy(request, route.model, account).id });
    }
    const video = videoAt(route, request, account);
    if (route.call === 'content')
      return wholeAnswer(toVideoFile(video.fileName), { contentType: 'video/mp4' });
    return wholeAnswer(buildOperation(video, request, account));
  },
};

function toRoute({ method, route, query }: ReceivedRequest): VeoRoute {
  const [, model] = /^\/v1beta\/models\/([^/:]+):predictLongRunning$/.exec(route) ?? [];
  if (model !== undefined && method === 'POST') return { call: 'create', model: decodeURIComponent(model) };
  const [, name] = /^\/v1beta\/(models\/[^/]+\/operations\/[a-z0-9]+)$/.exec(route) ?? [];
  if (name !== undefined && method === 'GET') return { call: 'status', name };
  const [, fileName] = /^\/v1beta\/files\/([a-z0-9]+):download$/.exec(route) ?? [];
  if (fileName !== undefined && method === 'GET' && query.get('alt') === 'media') {
    return { call: 'content', fileName };
  }
  throw new Refused(`The requested URL ${route} was not found.`, { status: 404 });
}

function buildOperation(video: Video, request: ReceivedRequest, account: Account): object {
  const { status, error } = account.videos.getState(video);
  const { outcome, result } = account.videos.settings;
  if (status === 'queued' || status === 'in_progress') return { name: video.id };
  if (error && outcome !== 'policy') {
    return { name: video.id, done: true, error: { code: RPC_INTERNAL, message: error.message } };
  }
  const uri =
    result === 'link'
      ? linkTo(video, request, account)
      : `http://${request.headers.host}/v1beta/files/${video.fileName}:download?alt=media`;
  const generateVideoResponse = error
    ? { raiMediaFilteredCount: 1, raiMediaFilteredReasons: [error.message] }
    : { generatedSamples: [{ video: { uri } }] };
  return { name: video.id, done: true, response: { '@type': RESPONSE_TYPE, generateVideoResponse } };
}

function submittedBy(request: ReceivedRequest, model: string, account: Account): Video {
  const body = getJsonBody(request);
  return getRequestVideo(request, account, {
    apiKey: getKey(request),
    model,
    prompt: toPrompt(body),
    body,
    getId: (fileName) => `models/${model}/operations/${fileName}`,
  });
}

function videoAt(
  route: Exclude<VeoRoute, { call: 'create' }>,
  request: ReceivedRequest,
  { videos }: Account,
): Video {
  const key = getKey(request);
  const video =
    route.call === 'status' ? videos.find(route.name, key) : videos.findByFile(route.fileName, key);
  if (video) return video;
  throw new Refused('The requested entity was not found.', { status: 404 });
}

function getKey({ headers }: ReceivedRequest): string {
  return headers['x-goog-api-key'] ?? '';
}
