import { type JsonObject, type VideoImage } from '#canonical';
import { joinUrl, isPathId } from '../base-url.js';
import { describeFailure } from '../video-failure.js';
import {
  imageAddress,
  objectIn,
  objectsIn,
  present,
  refuseMembers,
  textIn,
  unsupported,
  pickVendorMembers,
} from '../video-fields.js';
import { getRatio, chooseResolution } from '../video-sizes.js';
import { withQuery } from '../video-pages.js';
import { type StateNames, readState, toStartedVideo } from '../video-outcome.js';
import {
  type ListedVideo,
  type VideoCall,
  type VideoCapability,
  type VideoListPage,
  type VideoRefusal,
  type VideoReport,
  type VideoSubmission,
} from '../video.js';

const PAGE_ITEMS = 100;

const RATIOS = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9', '9:21'];

const RESOLUTIONS = { 540: '540p', 720: '720p', 1080: '1080p', 2160: '4k' };

/** Names of members that the request sets itself, and that metadata must not override. */
const REQUEST_MEMBERS =
  'model prompt generation_type keyframes image images size width height duration seconds fps seed n callback_url'.split(
    ' ',
  );

const STATES: StateNames = {
  queued: 'queued',
  dreaming: 'in_progress',
  completed: 'completed',
  failed: 'failed',
};

const OUT_OF_CREDIT = /insufficient credit/i;

/** Luma accepts images only as URLs. Its list contains the request of each video. */
export function lumaVideo(getBase: (baseUrl: string | undefined) => string): VideoCapability {
  const at = (baseUrl: string | undefined, path: string): URL => joinUrl(getBase(baseUrl), path);
  return {
    signature: 'list',
    needsImageLinks: true,
    start: (submission, { baseUrl, upstreamModel }) => ({
      method: 'POST',
      url: at(baseUrl, '/generations/video'),
      body: encodeSubmission(submission, upstreamModel),
    }),
    readStart: (body) => toStartedVideo(textIn(body, 'id')),
    status: ({ upstreamId }, { baseUrl }) => ({
      method: 'GET',
      url: at(baseUrl, `/generations/${encodeURIComponent(upstreamId)}`),
    }),
    readStatus: readReport,
    readRefusal,
    list: ({ baseUrl }) => ({
      method: 'GET',
      url: at(baseUrl, `/generations?limit=${PAGE_ITEMS}&offset=0`),
    }),
    readList,
    listsNewestFirst: true,
  };
}

function encodeSubmission({ request, callbackUrl }: VideoSubmission, upstreamModel: string): JsonObject {
  const { prompt, durationSeconds, images, metadata } = request;
  refuseMembers(request, ['negativePrompt', 'framesPerSecond', 'seed', 'mode']);
  const members = present({
    model: upstreamModel,
    prompt: prompt === '' ? undefined : prompt,
    aspect_ratio: getRatio(request, RATIOS),
    resolution: chooseResolution(request, RESOLUTIONS),
    duration: durationSeconds === undefined ? undefined : `${durationSeconds}s`,
    keyframes: encodeImages(images),
    callback_url: callbackUrl,
  });
  return { ...pickVendorMembers(metadata, [...REQUEST_MEMBERS, ...Object.keys(members)]), ...members };
}

/** One image is the first frame, two are the first and the last frame. */
function encodeImages(images: readonly VideoImage[]): JsonObject | undefined {
  const [first, last, ...others] = images.map((image) => ({ type: 'image', url: imageAddress(image) }));
  if (others.length > 0) throw unsupported('images', 'This model accepts only a first and a last frame.');
  return first && present({ frame0: first, frame1: last });
}

function readReport(body: JsonObject): VideoReport {
  const report = readState(textIn(body, 'state') ?? '', STATES);
  const url = textIn(objectIn(body, 'assets'), 'video');
  if (report.state === 'completed' && url !== undefined) return { ...report, file: { kind: 'link', url } };
  if (report.state !== 'failed') return report;
  const message = textIn(body, 'failure_reason');
  return { ...report, failure: describeFailure({ message }) };
}

/** Its errors have HTTP statuses, except that of an account without credit. */
function readRefusal(body: JsonObject, status: number): VideoRefusal | undefined {
  const message = textIn(body, 'detail') ?? '';
  return status >= 400 && OUT_OF_CREDIT.test(message) ? { status: 402, message } : undefined;
}

/** Undefined if any entry cannot be read, because it might be the video in question. */
function readList(body: JsonObject, { url }: VideoCall): VideoListPage | undefined {
  const { generations } = body;
  const videos = objectsIn(body, 'generations').map(readEntry);
  if (!Array.isArray(generations) || videos.length !== generations.length) return undefined;
  if (!videos.every((video) => video !== undefined)) return undefined;
  if (body['has_more'] === false) return { videos };
  const offset = Number(url.searchParams.get('offset')) + videos.length;
  return { videos, next: withQuery(url, { offset }) };
}

function readEntry(entry: JsonObject): ListedVideo | undefined {
  const upstreamId = textIn(entry, 'id');
  const createdAtSeconds = Date.parse(textIn(entry, 'created_at') ?? '') / 1000;
  if (upstreamId === undefined || !isPathId(upstreamId) || Number.isNaN(createdAtSeconds)) return undefined;
  const submission = objectIn(entry, 'request');
  const seconds = Number.parseFloat(textIn(submission, 'duration') ?? '');
  return {
    upstreamId,
    createdAtSeconds,
    model: textIn(entry, 'model'),
    prompt: textIn(submission, 'prompt'),
    ...(Number.isNaN(seconds) ? {} : { durationSeconds: seconds }),
  };
}
