import { isDeepStrictEqual } from 'node:util';
import type { Account } from '../account.js';
import { asText } from '../fields.js';
import { checkKey } from '../openai/entry-checks.js';
import { buildFailure, toRefusal } from '../openai/errors.js';
import { openaiHeaders } from '../openai/headers.js';
import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';
import type { NativeAnswer, Service } from '../service.js';
import { wholeAnswer } from '../whole-answer.js';
import { checkOptionalOneOf } from '../value-checks.js';
import { contentFaultReply, createFaultReply, isMadeInSpiteOf, statusFaultReply } from './fault-replies.js';
import { toVideoFile } from './video-file.js';
import { getRequestVideo, linkTo } from './get-request-video.js';
import type { Video } from './video.js';
import { checkListQuery, videoList, videoObject } from './openai-answers.js';
import { checkRemix, checkSubmission, getSubmissionFields } from './openai-submission.js';
import { buildRoute } from './openai-routes.js';

const QUEUED = { status: 'queued', progress: 0 } as const;
const DEFAULT_MODEL = 'sora-2';

/** OpenAI's videos: created, remixed, retrieved, downloaded, listed and deleted. */
export const openaiVideos: Service = {
  credentialHeaders: ['authorization'],
  headers: openaiHeaders,
  check(request, account) {
    const route = buildRoute(request, account.videos);
    checkKey(request, account);
    if (route.call === 'create') return checkCreate(request, account);
    if (route.call === 'list') return checkListQuery(request);
    const video = videoAt(route.id, request, account);
    const { status } = account.videos.getState(video);
    const isFinished = status === 'completed' || status === 'failed';
    if (route.call === 'content') checkContent(request, status);
    if (route.call === 'remix') {
      checkRemix(request);
      if (status !== 'completed') throw new Refused('The video is not completed.');
      checkRepetition(request, account);
    }
    if (route.call === 'delete' && !isFinished) throw new Refused('The video is still being made.');
    if (route.call === 'cancel' && isFinished) throw new Refused('The video is finished.', { status: 409 });
  },
  refusal: toRefusal,
  failure: buildFailure,
  reply(request, account) {
    const { videos } = account;
    const route = buildRoute(request, videos);
    switch (route.call) {
      case 'create':
      case 'remix': {
        const fault = videos.takeFault('create');
        if (fault && isMadeInSpiteOf(fault)) submittedBy(request, account);
        return fault && createFaultReply(fault, { object: 'video', ...QUEUED });
      }
      case 'status': {
        const fault = videos.takeFault('status');
        const queued = videoObject(videoAt(route.id, request, account), QUEUED, videos);
        return fault && statusFaultReply(fault, { queued, unknown: { ...queued, status: 'marinating' } });
      }
      case 'content': {
        const fault = videos.takeFault('content');
        return (
          fault && contentFaultReply(fault, linkTo(videoAt(route.id, request, account), request, account))
        );
      }
      default:
        return undefined;
    }
  },
  answer(request, account) {
    const { videos } = account;
    const route = buildRoute(request, videos);
    if (route.call === 'create' || route.call === 'remix')
      return wholeAnswer(videoObject(submittedBy(request, account), QUEUED, videos));
    if (route.call === 'list') return wholeAnswer(videoList(request, getKey(request), videos));
    const video = videoAt(route.id, request, account);
    switch (route.call) {
      case 'status':
        return statusAnswer(video, request, account);
      case 'content':
        return wholeAnswer(toVideoFile(video.fileName), { contentType: 'video/mp4' });
      case 'delete':
        video.deletedAtMs = Date.now();
        return wholeAnswer({ id: video.id, object: 'video.deleted', deleted: true });
      case 'cancel':
        video.cancelledAtMs = Date.now();
        return wholeAnswer(videoObject(video, videos.getState(video), videos));
    }
  },
};

function checkCreate(request: ReceivedRequest, account: Account): void {
  checkSubmission(request, account);
  checkRepetition(request, account);
}

function checkRepetition(request: ReceivedRequest, account: Account): void {
  const known = account.videos.findByKey(request.headers['idempotency-key'], getKey(request));
  if (!known || isDeepStrictEqual(known.body, getSubmissionFields(request))) return;
  const message = 'This idempotency key was used for another request.';
  throw new Refused(message, { status: 409, code: 'idempotency_key_in_use' });
}

function checkContent({ query }: ReceivedRequest, status: string): void {
  checkOptionalOneOf(query.get('variant'), ['variant'], ['video']);
  if (status !== 'completed') throw new Refused('The video is not ready.', { status: 404 });
}

function statusAnswer(video: Video, request: ReceivedRequest, account: Account): NativeAnswer {
  const { videos } = account;
  const state = videos.getState(video);
  const isLinked = state.status === 'completed' && videos.settings.result === 'link';
  return wholeAnswer({
    ...videoObject(video, state, videos),
    ...(isLinked && { url: linkTo(video, request, account) }),
  });
}

function submittedBy(request: ReceivedRequest, account: Account): Video {
  const body = getSubmissionFields(request);
  const route = buildRoute(request, account.videos);
  const source = route.call === 'remix' ? videoAt(route.id, request, account) : undefined;
  return getRequestVideo(request, account, {
    apiKey: getKey(request),
    model: source?.model ?? asText(body.model ?? DEFAULT_MODEL),
    prompt: asText(body.prompt),
    body: source === undefined ? body : { ...source.body, ...body },
    remixOf: source?.id,
    getId: (fileName) => `video_${fileName}`,
  });
}

function videoAt(id: string, request: ReceivedRequest, { videos }: Account): Video {
  const video = videos.find(id, getKey(request));
  if (video) return video;
  throw new Refused(`Video with id '${id}' not found.`, { status: 404, code: 'video_not_found' });
}

function getKey({ headers }: ReceivedRequest): string {
  return (headers.authorization ?? '').replace(/^Bearer /, '');
}
