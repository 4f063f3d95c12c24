import { type Account } from '../account.js';
import type { Fields } from '../fields.js';
import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';
import type { ErrorAnswer } from '../service.js';
import {
  type VendorRoute,
  checkImage,
  checkNames,
  checkValues,
  vendorVideos,
} from '../videos/vendor-videos.js';
import type { Video, VideoState } from '../videos/video.js';

const ROOT = '/ent/v2';

const STATES = { queued: 'queueing', in_progress: 'processing', completed: 'success', failed: 'failed' };

const COMMON =
  'model prompt duration seed resolution movement_amplitude bgm audio off_peak payload watermark callback_url';

/** The additional fields of each kind of task, and its number of images. */
const KINDS: Readonly<Record<string, { fields: string; images: readonly [min: number, max: number] }>> = {
  text2video: { fields: 'style aspect_ratio', images: [0, 0] },
  img2video: { fields: 'images is_rec voice_id', images: [1, 1] },
  'start-end2video': { fields: 'images is_rec', images: [2, 2] },
  reference2video: { fields: 'images aspect_ratio', images: [1, 7] },
};

/**
 * Vidu, according to its reference: platform.vidu.com/docs (text-to-video, get-generation, cancel-generation,
 * error-code).
 */
export const vidu = vendorVideos({
  refusal: ({ status, message }: Refused) => toError(status, message),
  failure: (status) => toError(status, status === 429 ? 'too many requests' : `failed with ${status}`),
  toRoute,
  getKey,
  checkSubmission,
  cancelsOnlyQueued: true,
  toStarted: ({ id, model, body }) => ({ ...body, task_id: id, state: 'created', model, credits: 4 }),
  toReport: creations,
  toUnknown: (video) => ({ ...creations(video, { status: 'queued', progress: 0 }), state: 'marinating' }),
});

function toRoute({ method, route }: ReceivedRequest): VendorRoute {
  const [, kind = ''] = new RegExp(`^${ROOT}/([\\w-]+)$`).exec(route) ?? [];
  if (method === 'POST' && Object.hasOwn(KINDS, kind)) return { call: 'create' };
  const [, id = '', action] = new RegExp(`^${ROOT}/tasks/([^/]+)/(creations|cancel)$`).exec(route) ?? [];
  if (action === 'creations' && method === 'GET') return { call: 'status', id };
  if (action === 'cancel' && method === 'POST') return { call: 'cancel', id };
  throw new Refused('not found', { status: 404 });
}

/** The header contains only a token; a bearer is rejected. */
function getKey({ headers }: ReceivedRequest, { apiKeys }: Account): string {
  const key = apiKeys.find((one) => headers.authorization === `Token ${one}`);
  if (key === undefined) throw new Refused('unauthorized', { status: 401 });
  return key;
}

function checkSubmission(body: Fields, { route }: ReceivedRequest): void {
  const {
    fields,
    images: [min, max],
  } = KINDS[route.slice(ROOT.length + 1)] ?? { fields: '', images: [0, 0] };
  checkNames(body, `${COMMON} ${fields}`.split(' '));
  if (body.model === undefined) throw new Refused('field is missing or empty: model', { path: ['model'] });
  if (min === 0 && !body.prompt) throw new Refused('field is missing or empty: prompt', { path: ['prompt'] });
  checkValues(body, {
    model: ['viduq3-turbo', 'viduq3-pro', 'viduq2', 'viduq2-pro', 'viduq2-turbo', 'viduq1', 'vidu2.0'],
    duration: Array.from({ length: 16 }, (_none, index) => index + 1),
    aspect_ratio: ['16:9', '9:16', '1:1', '4:3', '3:4'],
    resolution: ['360p', '540p', '720p', '1080p'],
    movement_amplitude: ['auto', 'small', 'medium', 'large'],
  });
  const images = Array.isArray(body.images) ? body.images : [];
  if (images.length < min || images.length > max) {
    throw new Refused('field item count out of range: images', { path: ['images'] });
  }
  for (const image of images) checkImage(image, 'images');
}

function creations({ id }: Video, { status, error }: VideoState, link?: () => string): object {
  return {
    id,
    state: STATES[status],
    err_code: error === undefined ? '' : toCode(error.code),
    credits: 4,
    payload: '',
    creations: status === 'completed' && link ? [{ id: `${id}-1`, url: link(), cover_url: '' }] : [],
  };
}

function toCode(code: string): string {
  return code.includes('policy') || code.includes('moderation')
    ? 'CreationPolicyViolation'
    : 'InternalServiceFailure';
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'FieldInvalid',
  401: 'Unauthorized',
  404: 'TaskNotFound',
  429: 'TooManyRequests',
};

function toError(status: number, message: string): ErrorAnswer {
  const reason = REASONS[status] ?? 'InternalServiceFailure';
  return { status, body: { code: status, reason, message, metadata: { trace_id: 'trace' } }, headers: {} };
}
