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

const VERSION = '2024-11-06';

const WORDS = { queued: 'PENDING', in_progress: 'RUNNING', completed: 'SUCCEEDED', failed: 'FAILED' };

const GEN4_RATIOS = ['1280:720', '720:1280', '1104:832', '832:1104', '960:960', '1584:672'];
const VEO_RATIOS = ['1280:720', '720:1280', '1080:1920', '1920:1080'];

/**
 * The inputs of its models, from the types of its official library (github.com/runwayml/sdk-node,
 * resources/*_to_video).
 */
const MODELS: Readonly<
  Record<string, { ratios: string[]; fields: string; required: string[]; hasLast: boolean }>
> = {
  gen4_turbo: {
    ratios: GEN4_RATIOS,
    fields: 'contentModeration seed',
    required: ['promptImage'],
    hasLast: false,
  },
  'gen4.5': {
    ratios: GEN4_RATIOS,
    fields: 'contentModeration seed',
    required: ['promptText', 'duration'],
    hasLast: false,
  },
  'veo3.1': { ratios: VEO_RATIOS, fields: 'audio negativePrompt', required: [], hasLast: true },
};

const FAILURES: Readonly<Record<string, string>> = {
  moderation_blocked: 'SAFETY.INPUT.TEXT',
  video_generation_failed: 'INTERNAL.BAD_OUTPUT.CODE01',
};

/** Runway: tasks that are polled and deleted. */
export const runway = vendorVideos({
  refusal: ({ status, message }: Refused) => toError(status, message),
  failure: (status) =>
    toError(status, status === 429 ? 'You have too many tasks.' : `Failed with ${status}.`),
  toRoute,
  getKey: getBearer,
  checkSubmission,
  getPrompt: ({ promptText = '' }) => promptText,
  toStarted: ({ id }) => ({ id }),
  toReport: ({ id, cancelledAtMs }, { status, progress, error }, link) => ({
    id,
    createdAt: '2026-11-17T00:00:00.000Z',
    status: cancelledAtMs === undefined ? WORDS[status] : 'CANCELLED',
    ...(status === 'in_progress' && { progress: progress / 100 }),
    ...(error && { failure: error.message, failureCode: FAILURES[error.code] }),
    ...(status === 'completed' && { output: [link()] }),
  }),
  toUnknown: ({ id }) => ({ id, createdAt: '2026-11-17T00:00:00.000Z', status: 'MARINATING' }),
});

function toRoute({ method, route, headers }: ReceivedRequest): VendorRoute {
  if (headers['x-runway-version'] !== VERSION) throw new Refused('The version of the API is not valid.');
  if (/^\/v1\/(text|image)_to_video$/.test(route) && method === 'POST') return { call: 'create' };
  const [, id] = /^\/v1\/tasks\/([^/]+)$/.exec(route) ?? [];
  if (id !== undefined && method === 'GET') return { call: 'status', id };
  if (id !== undefined && method === 'DELETE') return { call: 'cancel', id };
  throw new Refused('Not found.', { status: 404 });
}

function checkSubmission(body: Fields, { route }: ReceivedRequest): void {
  const model = MODELS[String(body.model)];
  if (model === undefined) throw new Refused('model is not supported.', { path: ['model'] });
  const isOfImage = route.endsWith('/image_to_video');
  const fields = `model promptText ratio duration ${isOfImage ? 'promptImage' : ''} ${model.fields}`.split(
    ' ',
  );
  checkNames(body, fields);
  const missing = ['ratio', ...model.required].find((name) => !(name in body));
  if (missing !== undefined) throw new Refused(`${missing} is required.`, { path: [missing] });
  checkValues(body, { ratio: model.ratios });
  if (body.duration !== undefined && !Number.isInteger(body.duration)) {
    throw new Refused('duration must be an integer.', { path: ['duration'] });
  }
  if (!isOfImage) return;
  const images = Array.isArray(body.promptImage)
    ? body.promptImage.map(asFields)
    : [{ uri: body.promptImage }];
  for (const image of images) checkImage(image.uri, 'promptImage');
  checkPositions(images, model.hasLast);
}

function checkPositions(images: readonly Fields[], hasLast: boolean): void {
  const positions = images.length === 1 ? ['first'] : images.map(({ position }) => position);
  const isKnown = positions.join(' ') === 'first' || (hasLast && positions.join(' ') === 'first last');
  if (!isKnown)
    throw new Refused('promptImage has positions that are not supported.', { path: ['promptImage'] });
}

function toError(status: number, error: string): ErrorAnswer {
  return { status, body: { error, docUrl: 'https://docs.dev.runwayml.com' }, headers: {} };
}
