import { type JsonObject } from '#canonical';
import { joinUrl } from '../base-url.js';
import { describeFailure } from '../video-failure.js';
import { numberIn, objectIn, objectsIn, textIn } from '../video-fields.js';
import { withQuery } from '../video-pages.js';
import { type StateNames, readState, toStartedVideo } from '../video-outcome.js';
import {
  type ListedVideo,
  type StartedVideo,
  type VideoCall,
  type VideoCapability,
  type VideoListPage,
  type VideoRefusal,
  type VideoReport,
} from '../video.js';
import { encodeSubmission, getVideoKind } from './video-submission.js';

/** The maximum page size. */
const PAGE_ITEMS = 500;

const STATES: StateNames = {
  submitted: 'queued',
  processing: 'in_progress',
  succeed: 'completed',
  failed: 'failed',
};

/** The HTTP statuses of its error codes. The service also uses 429 for accounts without credit. */
const STATUSES: readonly [from: number, to: number, status: number][] = [
  [1000, 1004, 401],
  [1100, 1102, 402],
  [1103, 1103, 403],
  [1200, 1201, 400],
  [1202, 1203, 404],
  [1300, 1301, 400],
  [1302, 1303, 429],
  [1304, 1304, 403],
  [5000, 5000, 500],
  [5001, 5001, 503],
  [5002, 5002, 504],
];

const POLICY_CODES: ReadonlySet<number> = new Set([1300, 1301]);

/** Kling. Each kind of video has its own endpoints. */
export function klingVideo(getRoot: (baseUrl: string | undefined) => string): VideoCapability {
  return {
    signature: 'list',
    start: (submission, { baseUrl, upstreamModel }) => ({
      method: 'POST',
      url: joinUrl(getRoot(baseUrl), `/v1/videos/${getVideoKind(submission.request)}`),
      body: encodeSubmission(submission, upstreamModel),
    }),
    readStart: (body, { url }) => readStarted(objectIn(body, 'data'), getLastSegment(url)),
    status: ({ upstreamId, memo = {} }, { baseUrl }) => {
      const kind = textIn(memo, 'kind') ?? 'text2video';
      const path = `/v1/videos/${encodeURIComponent(kind)}/${encodeURIComponent(upstreamId)}`;
      return { method: 'GET', url: joinUrl(getRoot(baseUrl), path) };
    },
    readStatus: (body) => readReport(objectIn(body, 'data')),
    readRefusal,
    list: ({ baseUrl }, request) => {
      const path = `/v1/videos/${getVideoKind(request)}?pageNum=1&pageSize=${PAGE_ITEMS}`;
      return { method: 'GET', url: joinUrl(getRoot(baseUrl), path) };
    },
    // The order of the list is not documented, so it is complete only with the last page.
    readList,
  };
}

function readStarted(data: JsonObject, kind: string): StartedVideo | undefined {
  const started = toStartedVideo(textIn(data, 'task_id'));
  return started && { ...started, memo: { kind } };
}

function getLastSegment({ pathname }: URL): string {
  return pathname.slice(pathname.lastIndexOf('/') + 1);
}

function readReport(data: JsonObject): VideoReport {
  const report = readState(textIn(data, 'task_status') ?? '', STATES);
  if (report.state === 'failed') {
    return { ...report, failure: describeFailure({ message: textIn(data, 'task_status_msg') }) };
  }
  if (report.state !== 'completed') return report;
  const [video = {}] = objectsIn(objectIn(data, 'task_result'), 'videos');
  const url = textIn(video, 'url');
  const durationSeconds = numberIn(video, 'duration');
  return {
    ...report,
    ...(url === undefined ? {} : { file: { kind: 'link', url } }),
    ...(durationSeconds === undefined ? {} : { facts: { durationSeconds } }),
  };
}

function readRefusal(body: JsonObject, status: number): VideoRefusal | undefined {
  const code = numberIn(body, 'code') ?? 0;
  if (code === 0) return undefined;
  const httpStatus = STATUSES.find(([from, to]) => code >= from && code <= to)?.[2];
  return {
    status: httpStatus ?? (status >= 400 ? status : 500),
    message: textIn(body, 'message'),
    isPolicy: POLICY_CODES.has(code),
  };
}

/** Undefined if any entry cannot be read, because it might be the video in question. */
function readList(body: JsonObject, { url }: VideoCall): VideoListPage | undefined {
  const { data } = body;
  const kind = getLastSegment(url);
  const videos = objectsIn(body, 'data').map((entry) => readEntry(entry, kind));
  if (!Array.isArray(data) || videos.length !== data.length) return undefined;
  if (!videos.every((video) => video !== undefined)) return undefined;
  if (videos.length < PAGE_ITEMS) return { videos };
  const pageNum = Number(url.searchParams.get('pageNum')) + 1;
  return { videos, next: withQuery(url, { pageNum }) };
}

function readEntry(entry: JsonObject, kind: string): ListedVideo | undefined {
  const started = readStarted(entry, kind);
  const createdAtMs = numberIn(entry, 'created_at');
  if (started === undefined || createdAtMs === undefined) return undefined;
  // A task without a key was not submitted by the gateway.
  const idempotencyKey = textIn(objectIn(entry, 'task_info'), 'external_task_id') ?? '';
  return { ...started, createdAtSeconds: createdAtMs / 1000, idempotencyKey };
}
