import { decodeJwt, jwtVerify } from 'jose';
import type { Account } from '../account.js';
import { asFields, asList, asText, type Fields } from '../fields.js';
import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';
import {
  type VendorRoute,
  checkNames,
  checkValues,
  getQueryNumber,
  vendorVideos,
} from '../videos/vendor-videos.js';
import type { Video, VideoState } from '../videos/video.js';
import { buildFailure, toRefusal } from './errors.js';

const KINDS: Readonly<Record<string, readonly string[]>> = {
  text2video: ['aspect_ratio'],
  image2video: ['image', 'image_tail', 'static_mask', 'dynamic_masks'],
  'multi-image2video': ['image_list', 'aspect_ratio'],
};

const COMMON =
  'model_name prompt negative_prompt cfg_scale mode sound camera_control duration callback_url external_task_id';

/** A link or bare base64: a data URL is rejected. */
const IMAGE = /^(https?:\/\/\S+|[\w+/]+=*)$/;

const MAX_LIFE_SECONDS = 1800;
const WORDS = { queued: 'submitted', in_progress: 'processing', completed: 'succeed', failed: 'failed' };

const keysByRequest = new WeakMap<ReceivedRequest, string>();

/**
 * Kling according to its reference (app.klingai.com/global/dev/document-api), with tokens that another library checks.
 */
export const kling = vendorVideos({
  refusal: toRefusal,
  failure: buildFailure,
  identify: async (request, { apiKeys }) => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const key = await findKey(token, apiKeys).catch(() => undefined);
    if (key !== undefined) keysByRequest.set(request, key);
  },
  toRoute,
  getKey(request: ReceivedRequest): string {
    const key = keysByRequest.get(request);
    if (key === undefined) throw new Refused('Authorization is invalid', { status: 401 });
    return key;
  },
  checkSubmission,
  getModel: (body) => body.model_name,
  // A task is found only at the address of its kind.
  toId: (fileName, { route }) => `${route.split('/').at(-1)}/${fileName}`,
  toStarted: (video) => wrap(task(video, { status: 'queued', progress: 0 })),
  toReport: (video, state, link) => wrap(task(video, state, link)),
  toUnknown: (video) =>
    wrap({ ...task(video, { status: 'queued', progress: 0 }), task_status: 'marinating' }),
  toList(videos, request) {
    const size = getQueryNumber(request, 'pageSize', [1, 500]);
    const start = (getQueryNumber(request, 'pageNum', [1, 1000]) - 1) * size;
    const page = videos.slice(start, start + size);
    return wrap(page.map((video) => task(video, { status: 'in_progress', progress: 0 })));
  },
});

/** A signed token is valid for half an hour; an API key of the newer kind is itself the token. */
async function findKey(token: string, apiKeys: Account['apiKeys']): Promise<string | undefined> {
  if (!token.includes('.')) return apiKeys.find((key) => key === token && !key.includes(':'));
  const { iss } = decodeJwt(token);
  const key = apiKeys.find((one) => one.split(':')[0] === iss);
  if (key === undefined) return undefined;
  const secret = Buffer.from(key.slice(key.indexOf(':') + 1));
  const { payload, protectedHeader } = await jwtVerify(token, secret, {
    algorithms: ['HS256'],
    requiredClaims: ['iss', 'exp', 'nbf'],
    typ: 'JWT',
  });
  const isShort = (payload.exp ?? 0) - Date.now() / 1000 <= MAX_LIFE_SECONDS;
  return isShort && protectedHeader.alg === 'HS256' ? key : undefined;
}

function toRoute({ method, route }: ReceivedRequest): VendorRoute {
  const [, kind = '', id] = /^\/v1\/videos\/([^/]+)(?:\/([^/]+))?$/.exec(route) ?? [];
  if (!(kind in KINDS)) throw new Refused('Requested method is invalid', { status: 404 });
  if (id !== undefined && method === 'GET') return { call: 'status', id: `${kind}/${id}` };
  if (id === undefined && method === 'POST') return { call: 'create' };
  if (id === undefined && method === 'GET') return { call: 'list' };
  throw new Refused('Requested method is invalid', { status: 404 });
}

function checkSubmission(body: Fields, { route }: ReceivedRequest): void {
  const kind = route.split('/').at(-1) ?? '';
  checkNames(body, [...COMMON.split(' '), ...(KINDS[kind] ?? [])]);
  checkValues(body, {
    mode: ['std', 'pro'],
    aspect_ratio: ['16:9', '9:16', '1:1'],
    duration: ['5', '10'],
  });
  if (kind === 'text2video' && typeof body.prompt !== 'string') throw wrong('prompt');
  const images = [body.image, body.image_tail, ...asList(body.image_list).map((one) => asFields(one).image)];
  if (kind !== 'text2video' && images.every((image) => image === undefined)) throw wrong('image');
  if (images.some((image) => image !== undefined && !IMAGE.test(asText(image)))) throw wrong('image');
}

function wrong(name: string): Refused {
  return new Refused(`Invalid parameters: ${name}`, { path: [name] });
}

function task({ id, createdAtMs, body }: Video, { status, error }: VideoState, link?: () => string): object {
  const videos = status === 'completed' && link ? [{ id: 'v1', url: link(), duration: '5' }] : undefined;
  return {
    task_id: id.split('/').at(-1),
    task_status: WORDS[status],
    task_status_msg: error?.message,
    task_info: { external_task_id: body.external_task_id },
    created_at: createdAtMs,
    updated_at: createdAtMs,
    ...(videos && { task_result: { videos } }),
  };
}

function wrap(data: object): object {
  return { code: 0, message: 'SUCCEED', request_id: 'r-1', data };
}
