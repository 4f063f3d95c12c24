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

const TASKS = '/api/v3/contents/generations/tasks';

const STATUSES = { queued: 'queued', in_progress: 'running', completed: 'succeeded', failed: 'failed' };

const FIELDS = (
  'model content callback_url return_last_frame service_tier execution_expires_after generate_audio draft ' +
  'resolution ratio duration frames seed camera_fixed watermark safety_identifier priority'
).split(' ');

/**
 * Ark, according to its reference: volcengine.com/docs/82379 and docs.byteplus.com/docs/ModelArk, 1520757 and 1299023.
 */
export const seedance = vendorVideos({
  refusal: ({ status, message }: Refused) => toError(status, message),
  failure: (status) => toError(status, `Failed with ${status}.`),
  toRoute,
  getKey: getBearer,
  checkSubmission,
  cancelsOnlyQueued: true,
  getPrompt: ({ content }) => readContent(content).find(({ type }) => type === 'text')?.text,
  toStarted: ({ id }) => ({ id }),
  toReport: task,
  toUnknown: (video) => ({ ...task(video, { status: 'queued', progress: 0 }), status: 'marinating' }),
});

function toRoute({ method, route }: ReceivedRequest): VendorRoute {
  if (route === TASKS && method === 'POST') return { call: 'create' };
  const id = route.startsWith(`${TASKS}/`) ? route.slice(TASKS.length + 1) : '';
  if (id !== '' && method === 'GET') return { call: 'status', id };
  if (id !== '' && method === 'DELETE') return { call: 'cancel', id };
  throw new Refused('The requested resource was not found.', { status: 404 });
}

function readContent(content: unknown): Fields[] {
  return Array.isArray(content) ? content.map(asFields) : [];
}

function checkSubmission(body: Fields): void {
  checkNames(body, FIELDS);
  if (body.model === undefined) throw new Refused('model is missing', { path: ['model'] });
  checkValues(body, {
    resolution: ['480p', '720p', '1080p', '4k'],
    ratio: ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9', 'adaptive'],
    duration: [-1, ...Array.from({ length: 14 }, (_none, index) => index + 2)],
    service_tier: ['default', 'flex'],
  });
  const content = readContent(body.content);
  if (content.length === 0) throw new Refused('content is missing', { path: ['content'] });
  for (const part of content) checkContent(part);
  const roles = content.flatMap(({ role }) => (role === undefined ? [] : [role]));
  if (roles.includes('last_frame') && !roles.includes('first_frame')) {
    throw new Refused('a last frame needs a first frame', { path: ['content'] });
  }
}

function checkContent(part: Fields): void {
  if (part.type === 'text') {
    checkNames(part, ['type', 'text']);
    if (!part.text) throw new Refused('text is missing', { path: ['content'] });
    return;
  }
  checkNames(part, ['type', 'image_url', 'role']);
  checkValues(part, { type: ['image_url'], role: ['first_frame', 'last_frame', 'reference_image'] });
  checkImage(asFields(part.image_url).url, 'image_url');
}

function task({ id, model, createdAtMs }: Video, { status, error }: VideoState, link?: () => string): object {
  const seconds = Math.floor(createdAtMs / 1000);
  return {
    id,
    model,
    status: STATUSES[status],
    created_at: seconds,
    updated_at: seconds,
    ...(error && { error: { code: toCode(error.code), message: error.message } }),
    ...(status === 'completed' && link
      ? { content: { video_url: link() }, usage: { completion_tokens: 100, total_tokens: 100 } }
      : {}),
  };
}

function toCode(code: string): string {
  const isPolicy = code.includes('policy') || code.includes('moderation');
  return isPolicy ? 'OutputVideoSensitiveContentDetected' : 'InternalServiceError';
}

const CODES: Readonly<Record<number, [code: string, type: string]>> = {
  400: ['InvalidParameter', 'BadRequest'],
  401: ['AuthenticationError', 'Unauthorized'],
  404: ['NotFound', 'NotFound'],
  429: ['RateLimitExceeded.EndpointRPMExceeded', 'TooManyRequests'],
};

function toError(status: number, message: string): ErrorAnswer {
  const [code, type] = CODES[status] ?? ['InternalServiceError', 'InternalServerError'];
  return { status, body: { error: { code, message, param: '', type } }, headers: {} };
}
