import { isDeepStrictEqual } from 'node:util';
import type { Account } from '../account.js';
import { asText } from '../fields.js';
import { checkKey } from '../openai/entry-checks.js';
import { failureOf, refusalOf } from '../openai/errors.js';
import { openaiHeaders } from '../openai/headers.js';
import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';
import type { NativeAnswer, Service } from '../service.js';
import { wholeAnswer } from '../whole-answer.js';
import { checkOptionalOneOf } from '../value-checks.js';
import { contentFaultReply, createFaultReply, isMadeInSpiteOf, statusFaultReply } from './fault-replies.js';
import { filmFileOf } from './film-file.js';
import { filmOfRequest, linkTo } from './film-of-request.js';
import type { Film } from './film.js';
import { checkListQuery, videoList, videoObject } from './openai-answers.js';
import { checkOrder, fieldsOfOrder } from './openai-order.js';
import { routeOf } from './openai-routes.js';

const QUEUED = { status: 'queued', progress: 0 } as const;
const DEFAULT_MODEL = 'sora-2';

/** OpenAI's films: ordered, asked for, fetched, listed and deleted. */
export const openaiVideos: Service = {
  credentialHeaders: ['authorization'],
  headers: openaiHeaders,
  check(request, account) {
    const route = routeOf(request, account.videos);
    checkKey(request, account);
    if (route.call === 'create') return checkCreate(request, account);
    if (route.call === 'list') return checkListQuery(request);
    const film = filmAt(route.id, request, account);
    const { status } = account.videos.stateOf(film);
    const isFinished = status === 'completed' || status === 'failed';
    if (route.call === 'content') checkContent(request, status);
    if (route.call === 'delete' && !isFinished) throw new Refused('The video is still being made.');
    if (route.call === 'cancel' && isFinished) throw new Refused('The video is finished.', { status: 409 });
  },
  refusal: refusalOf,
  failure: failureOf,
  reply(request, account) {
    const { videos } = account;
    const route = routeOf(request, videos);
    switch (route.call) {
      case 'create': {
        const fault = videos.takeFault('create');
        if (fault && isMadeInSpiteOf(fault)) orderedBy(request, account);
        return fault && createFaultReply(fault, { object: 'video', ...QUEUED });
      }
      case 'status': {
        const fault = videos.takeFault('status');
        const queued = videoObject(filmAt(route.id, request, account), QUEUED, videos);
        return fault && statusFaultReply(fault, { queued, unknown: { ...queued, status: 'marinating' } });
      }
      case 'content': {
        const fault = videos.takeFault('content');
        return (
          fault && contentFaultReply(fault, linkTo(filmAt(route.id, request, account), request, account))
        );
      }
      default:
        return undefined;
    }
  },
  answer(request, account) {
    const { videos } = account;
    const route = routeOf(request, videos);
    if (route.call === 'create') return wholeAnswer(videoObject(orderedBy(request, account), QUEUED, videos));
    if (route.call === 'list') return wholeAnswer(videoList(request, keyOf(request), videos));
    const film = filmAt(route.id, request, account);
    switch (route.call) {
      case 'status':
        return statusAnswer(film, request, account);
      case 'content':
        return wholeAnswer(filmFileOf(film.fileName), { contentType: 'video/mp4' });
      case 'delete':
        film.deletedAtMs = Date.now();
        return wholeAnswer({ id: film.id, object: 'video.deleted', deleted: true });
      case 'cancel':
        film.cancelledAtMs = Date.now();
        return wholeAnswer(videoObject(film, videos.stateOf(film), videos));
    }
  },
};

function checkCreate(request: ReceivedRequest, account: Account): void {
  checkOrder(request, account);
  const known = account.videos.findByKey(request.headers['idempotency-key'], keyOf(request));
  if (!known || isDeepStrictEqual(known.body, fieldsOfOrder(request))) return;
  const message = 'This idempotency key was used for another request.';
  throw new Refused(message, { status: 409, code: 'idempotency_key_in_use' });
}

function checkContent({ query }: ReceivedRequest, status: string): void {
  checkOptionalOneOf(query.get('variant'), ['variant'], ['video']);
  if (status !== 'completed') throw new Refused('The video is not ready.', { status: 404 });
}

function statusAnswer(film: Film, request: ReceivedRequest, account: Account): NativeAnswer {
  const { videos } = account;
  const state = videos.stateOf(film);
  const isLinked = state.status === 'completed' && videos.settings.result === 'link';
  return wholeAnswer({
    ...videoObject(film, state, videos),
    ...(isLinked && { url: linkTo(film, request, account) }),
  });
}

function orderedBy(request: ReceivedRequest, account: Account): Film {
  const body = fieldsOfOrder(request);
  return filmOfRequest(request, account, {
    apiKey: keyOf(request),
    model: asText(body.model ?? DEFAULT_MODEL),
    prompt: asText(body.prompt),
    body,
    idOf: (fileName) => `video_${fileName}`,
  });
}

function filmAt(id: string, request: ReceivedRequest, { videos }: Account): Film {
  const film = videos.find(id, keyOf(request));
  if (film) return film;
  throw new Refused(`Video with id '${id}' not found.`, { status: 404, code: 'video_not_found' });
}

function keyOf({ headers }: ReceivedRequest): string {
  return (headers.authorization ?? '').replace(/^Bearer /, '');
}
