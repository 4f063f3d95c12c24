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
  getQueryNumber,
  vendorVideos,
} from '../videos/vendor-videos.js';
import type { Video, VideoState } from '../videos/video.js';

const ROOT = '/dream-machine/v1/generations';

const WORDS = { queued: 'queued', in_progress: 'dreaming', completed: 'completed', failed: 'failed' };

const FIELDS =
  'model prompt aspect_ratio callback_url concepts duration generation_type keyframes loop resolution'.split(
    ' ',
  );

/** Luma, based on the types of its official library (github.com/lumalabs/lumaai-node, resources/generations). */
export const luma = vendorVideos({
  refusal: ({ status, message }: Refused) => toError(status, message),
  failure: (status) => toError(status, status === 429 ? 'Rate limit exceeded' : `Failed with ${status}`),
  toRoute,
  getKey: getBearer,
  checkSubmission,
  toStarted: (video) => generation(video, { status: 'queued', progress: 0 }),
  toReport: generation,
  toUnknown: (video) => ({ ...generation(video, { status: 'queued', progress: 0 }), state: 'marinating' }),
  toList(videos, request) {
    const limit = getQueryNumber(request, 'limit', [1, 100]);
    const offset = getQueryNumber(request, 'offset', [0, 1_000_000]);
    const page = videos.slice(offset, offset + limit);
    return {
      has_more: offset + limit < videos.length,
      count: page.length,
      limit,
      offset,
      generations: page.map((video) => generation(video, { status: 'in_progress', progress: 0 })),
    };
  },
});

function toRoute({ method, route }: ReceivedRequest): VendorRoute {
  if (route === `${ROOT}/video` && method === 'POST') return { call: 'create' };
  if (route === ROOT && method === 'GET') return { call: 'list' };
  const id = route.startsWith(`${ROOT}/`) ? route.slice(ROOT.length + 1) : '';
  if (id !== '' && method === 'GET') return { call: 'status', id };
  throw new Refused('Not Found', { status: 404 });
}

function checkSubmission(body: Fields): void {
  checkNames(body, FIELDS);
  if (body.model === undefined) throw new Refused('model is required', { path: ['model'] });
  checkValues(body, {
    model: ['ray-2', 'ray-flash-2'],
    aspect_ratio: ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'],
    duration: ['5s', '9s'],
    resolution: ['540p', '720p', '1080p', '4k'],
    generation_type: ['video'],
  });
  const keyframes = asFields(body.keyframes);
  checkNames(keyframes, ['frame0', 'frame1']);
  for (const frame of Object.values(keyframes).map(asFields)) {
    checkNames(frame, ['type', 'url', 'id']);
    checkValues(frame, { type: ['image', 'generation'] });
    if (frame.type === 'image') checkImage(frame.url, 'keyframes', { dataUrls: false });
  }
}

function generation(
  { id, createdAtMs, model, body }: Video,
  { status, error }: VideoState,
  link?: () => string,
): object {
  const { path: _path, ...request } = body;
  return {
    id,
    generation_type: 'video',
    state: WORDS[status],
    failure_reason: error?.message ?? null,
    created_at: new Date(createdAtMs).toISOString(),
    assets: status === 'completed' && link ? { video: link() } : null,
    model,
    request,
  };
}

function toError(status: number, detail: string): ErrorAnswer {
  return { status, body: { detail }, headers: {} };
}
