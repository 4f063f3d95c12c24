import { type Fields } from '../fields.js';
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

const WORDS = { queued: 'Queueing', in_progress: 'Processing', completed: 'Success', failed: 'Fail' };

const FIELDS = (
  'model prompt prompt_optimizer fast_pretreatment duration resolution first_frame_image last_frame_image ' +
  'subject_reference callback_url aigc_watermark'
).split(' ');

const CODES: Readonly<Record<number, readonly [code: number, message: string]>> = {
  400: [2013, 'invalid params'],
  401: [1004, 'login fail: Please carry the API secret key in the Authorization field'],
  429: [1002, 'rate limit'],
};

const FINE = { status_code: 0, status_msg: 'success' };

/**
 * Hailuo (platform.minimax.io/docs, video generation and file management): every response is a 200 with a code; a
 * finished video is a file whose link needs a separate request.
 */
export const minimax = vendorVideos({
  refusal: ({ status, message }: Refused) => toError(status, message),
  failure: (status) => toError(status),
  toRoute,
  getKey: getBearer,
  checkSubmission,
  toStarted: ({ id }) => ({ task_id: id, base_resp: FINE }),
  toReport: ({ id, fileName }, { status, error }) => ({
    task_id: id,
    status: WORDS[status],
    file_id: status === 'completed' ? fileName : '',
    video_width: 0,
    video_height: 0,
    base_resp:
      error === undefined
        ? FINE
        : { status_code: error.code === 'moderation_blocked' ? 1027 : 1000, status_msg: error.message },
  }),
  toUnknown: ({ id }) => ({ task_id: id, status: 'Marinating', file_id: '', base_resp: FINE }),
  toLookup: ({ fileName }, link) => ({
    file: { file_id: fileName, filename: 'output.mp4', purpose: 'video_generation', download_url: link },
    base_resp: FINE,
  }),
});

function toRoute({ method, route, query }: ReceivedRequest): VendorRoute {
  if (route === '/v1/video_generation' && method === 'POST') return { call: 'create' };
  const [id, fileName] = [query.get('task_id'), query.get('file_id')];
  if (route === '/v1/query/video_generation' && method === 'GET' && id) return { call: 'status', id };
  if (route === '/v1/files/retrieve' && method === 'GET' && fileName) return { call: 'lookup', fileName };
  throw new Refused('page not found', { status: 404 });
}

function checkSubmission(body: Fields): void {
  checkNames(body, FIELDS);
  if (typeof body.model !== 'string') throw new Refused('invalid params, model', { path: ['model'] });
  checkValues(body, { duration: [6, 10], resolution: ['512P', '720P', '768P', '1080P'] });
  for (const name of ['first_frame_image', 'last_frame_image']) {
    if (body[name] !== undefined) checkImage(body[name], name);
  }
  if (typeof body.prompt !== 'string' && body.first_frame_image === undefined) {
    throw new Refused('invalid params, prompt', { path: ['prompt'] });
  }
}

function toError(status: number, message?: string): ErrorAnswer {
  const known = CODES[status];
  const [code, usual] = known ?? [1000, 'unknown error'];
  const body = { base_resp: { status_code: code, status_msg: message ?? usual } };
  return { status: status === 404 ? 404 : 200, body, headers: {} };
}
