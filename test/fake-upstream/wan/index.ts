import { asFields, type Fields } from '../fields.js';
import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';
import type { ErrorAnswer } from '../service.js';
import {
  type VendorRoute,
  checkImage,
  checkNames,
  checkValues,
  getBearer,
  vendorVideos,
} from '../videos/vendor-videos.js';
import type { Video, VideoState } from '../videos/video.js';

const ROOT = '/api/v1';
const GENERATION = `${ROOT}/services/aigc/video-generation/video-synthesis`;
const BETWEEN = `${ROOT}/services/aigc/image2video/video-synthesis`;

const STATUSES = { queued: 'PENDING', in_progress: 'RUNNING', completed: 'SUCCEEDED', failed: 'FAILED' };

const PARAMETERS = 'size resolution ratio duration seed prompt_extend watermark audio shot_type'.split(' ');

/**
 * Model Studio, according to its reference: alibabacloud.com/help/en/model-studio, the pages on Wan and asynchronous
 * tasks.
 */
export const wan = vendorVideos({
  refusal: ({ status, message }: Refused) => toError(status, message),
  failure: (status) => toError(status, `Failed with ${status}.`),
  toRoute,
  getKey: getBearer,
  checkSubmission,
  cancelsOnlyQueued: true,
  getPrompt: ({ input }) => asFields(input).prompt,
  toStarted: (video) => task(video, { status: 'queued', progress: 0 }),
  toReport: task,
  toUnknown: ({ id }) => ({ request_id: 'r', output: { task_id: id, task_status: 'MARINATING' } }),
});

function toRoute({ method, route }: ReceivedRequest): VendorRoute {
  if ((route === GENERATION || route === BETWEEN) && method === 'POST') return { call: 'create' };
  const [, id = '', cancel] = /^\/api\/v1\/tasks\/([^/]+)(\/cancel)?$/.exec(route) ?? [];
  if (id !== '' && cancel === undefined && method === 'GET') return { call: 'status', id };
  if (id !== '' && cancel !== undefined && method === 'POST') return { call: 'cancel', id };
  throw new Refused('Not Found', { status: 404 });
}

function checkSubmission(body: Fields, { headers, route }: ReceivedRequest): void {
  if (headers['x-dashscope-async'] !== 'enable') {
    throw new Refused('current user api does not support synchronous calls', { status: 403 });
  }
  checkNames(body, ['model', 'input', 'parameters']);
  if (typeof body.model !== 'string') throw new Refused('model is required', { path: ['model'] });
  const input = asFields(body.input);
  const isUnified = body.model.startsWith('wan2.7');
  if (isUnified) checkMedia(input);
  else checkFrames(input, route);
  const parameters = asFields(body.parameters);
  checkNames(parameters, PARAMETERS);
  checkValues(parameters, {
    resolution: ['480P', '720P', '1080P'],
    ratio: ['16:9', '9:16', '1:1', '4:3', '3:4'],
    duration: Array.from({ length: 14 }, (_none, index) => index + 2),
  });
}

function checkMedia(input: Fields): void {
  checkNames(input, ['prompt', 'negative_prompt', 'media', 'audio_url']);
  const media = Array.isArray(input.media) ? input.media.map(asFields) : [];
  for (const one of media) {
    checkNames(one, ['type', 'url']);
    checkValues(one, { type: ['first_frame', 'last_frame'] });
    checkImage(one.url, 'media');
  }
  if (media.length === 0 && !input.prompt) throw new Refused('prompt is required', { path: ['input'] });
}

function checkFrames(input: Fields, route: string): void {
  const frames = route === BETWEEN ? ['first_frame_url', 'last_frame_url'] : ['img_url'];
  checkNames(input, ['prompt', 'negative_prompt', 'audio_url', 'template', ...frames]);
  for (const name of frames) {
    if (route === BETWEEN || input[name] !== undefined) checkImage(input[name], name);
  }
}

function task({ id }: Video, { status, error }: VideoState, link?: () => string): object {
  const isMade = status === 'completed' && link !== undefined;
  return {
    request_id: 'r',
    output: {
      task_id: id,
      task_status: STATUSES[status],
      ...(isMade && { video_url: link() }),
      ...(error && { code: toCode(error.code), message: error.message }),
    },
    ...(isMade && { usage: { duration: 5, video_count: 1, SR: 720 } }),
  };
}

function toCode(code: string): string {
  return code.includes('policy') || code.includes('moderation')
    ? 'DataInspectionFailed'
    : 'InternalError.Algo';
}

const CODES: Readonly<Record<number, string>> = {
  400: 'InvalidParameter',
  401: 'InvalidApiKey',
  403: 'AccessDenied',
  404: 'NotFound',
  429: 'Throttling.RateQuota',
};

function toError(status: number, message: string): ErrorAnswer {
  return { status, body: { code: CODES[status] ?? 'InternalError', message, request_id: 'r' }, headers: {} };
}
