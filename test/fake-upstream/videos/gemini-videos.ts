import type { Account } from '../account.js';
import { jsonBodyOf } from '../bodies/json-body.js';
import { failureOf, refusalOf } from '../gemini/errors.js';
import { gemini } from '../gemini/index.js';
import { checkKey } from '../gemini/key-checks.js';
import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';
import type { Service } from '../service.js';
import { wholeAnswer } from '../whole-answer.js';
import { contentFaultReply, createFaultReply, isMadeInSpiteOf, statusFaultReply } from './fault-replies.js';
import { filmFileOf } from './film-file.js';
import { filmOfRequest, linkTo } from './film-of-request.js';
import type { Film } from './film.js';
import { checkOrder, promptOf } from './gemini-order.js';

/** Paths below `/v1beta/` that are about films. */
export const GEMINI_VIDEO_PATHS = /^\/v1beta\/(models\/[^/]+(:predictLongRunning|\/operations\/)|files\/)/;

type VeoRoute =
  | { call: 'create'; model: string }
  | { call: 'status'; name: string }
  | { call: 'content'; fileName: string };

const RPC_INTERNAL = 13;
const RESPONSE_TYPE = 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse';

/** Veo: films are operations, and their files need the key. */
export const geminiVideos: Service = {
  credentialHeaders: ['x-goog-api-key'],
  headers: () => gemini.headers(),
  check(request, account) {
    const route = routeOf(request);
    checkKey(request, account);
    if (route.call === 'create') checkOrder(jsonBodyOf(request), account.videos.settings.extraFields);
    else filmAt(route, request, account);
  },
  refusal: refusalOf,
  failure: failureOf,
  reply(request, account) {
    const { videos } = account;
    const route = routeOf(request);
    if (route.call === 'create') {
      const fault = videos.takeFault('create');
      if (fault && isMadeInSpiteOf(fault)) orderedBy(request, route.model, account);
      return fault && createFaultReply(fault, {});
    }
    const film = filmAt(route, request, account);
    if (route.call === 'content') {
      const fault = videos.takeFault('content');
      return fault && contentFaultReply(fault, linkTo(film, request, account));
    }
    const fault = videos.takeFault('status');
    // An operation has no words for its states; the nearest to an odd one is to say nothing.
    return fault && statusFaultReply(fault, { unknown: { name: film.id }, queued: { name: film.id } });
  },
  answer(request, account) {
    const route = routeOf(request);
    if (route.call === 'create') {
      return wholeAnswer({ name: orderedBy(request, route.model, account).id });
    }
    const film = filmAt(route, request, account);
    if (route.call === 'content') return wholeAnswer(filmFileOf(film.fileName), { contentType: 'video/mp4' });
    return wholeAnswer(operationOf(film, request, account));
  },
};

function routeOf({ method, route, query }: ReceivedRequest): VeoRoute {
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

function operationOf(film: Film, request: ReceivedRequest, account: Account): object {
  const { status, error } = account.videos.stateOf(film);
  const { outcome, result } = account.videos.settings;
  if (status === 'queued' || status === 'in_progress') return { name: film.id };
  if (error && outcome !== 'policy') {
    return { name: film.id, done: true, error: { code: RPC_INTERNAL, message: error.message } };
  }
  const uri =
    result === 'link'
      ? linkTo(film, request, account)
      : `http://${request.headers.host}/v1beta/files/${film.fileName}:download?alt=media`;
  const generateVideoResponse = error
    ? { raiMediaFilteredCount: 1, raiMediaFilteredReasons: [error.message] }
    : { generatedSamples: [{ video: { uri } }] };
  return { name: film.id, done: true, response: { '@type': RESPONSE_TYPE, generateVideoResponse } };
}

function orderedBy(request: ReceivedRequest, model: string, account: Account): Film {
  const body = jsonBodyOf(request);
  return filmOfRequest(request, account, {
    apiKey: keyOf(request),
    model,
    prompt: promptOf(body),
    body,
    idOf: (fileName) => `models/${model}/operations/${fileName}`,
  });
}

function filmAt(
  route: Exclude<VeoRoute, { call: 'create' }>,
  request: ReceivedRequest,
  { videos }: Account,
): Film {
  const key = keyOf(request);
  const film =
    route.call === 'status' ? videos.find(route.name, key) : videos.findByFile(route.fileName, key);
  if (film) return film;
  throw new Refused('The requested entity was not found.', { status: 404 });
}

function keyOf({ headers }: ReceivedRequest): string {
  return headers['x-goog-api-key'] ?? '';
}
