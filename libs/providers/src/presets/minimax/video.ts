import { type JsonObject } from '#canonical';
import { joinUrl, withQuery } from '../../base-url.js';
import { describeFailure } from '../../video-failure.js';
import { numberIn, objectIn, textIn } from '../../video-fields.js';
import { type StateNames, readState } from '../../video-outcome.js';
import { type VideoCall, type VideoCapability, type VideoRefusal, type VideoReport } from '../../video.js';
import { encodeSubmission } from './video-submission.js';

const STATES: StateNames = {
  Preparing: 'queued',
  Queueing: 'queued',
  Processing: 'in_progress',
  Success: 'completed',
  Fail: 'failed',
};

/** The HTTP statuses of its error codes. MiniMax itself always responds with 200. */
const STATUSES: Readonly<Record<number, number>> = {
  1001: 504,
  1002: 429,
  1004: 401,
  1008: 402,
  1026: 400,
  1027: 400,
  1039: 429,
  1041: 429,
  1042: 400,
  2013: 400,
  2042: 403,
  2045: 429,
  2049: 401,
  2056: 429,
};

/** The prompt or the video violates the provider's policy. */
const POLICY_CODES: ReadonlySet<number> = new Set([1026, 1027]);

/** Chat models have another endpoint. */
const VIDEO_MODELS = /hailuo|^[TIS]2V-/i;

/**
 * Hailuo. A finished video is a file id, whose link needs another request. It has neither idempotency keys nor lists
 * of tasks.
 */
export function miniMaxVideo(getBase: (baseUrl: string | undefined) => string): VideoCapability {
  const get = (baseUrl: string | undefined, path: string, query: Record<string, string>): VideoCall => ({
    method: 'GET',
    url: withQuery(joinUrl(getBase(baseUrl), path), query),
  });
  return {
    signature: 'none',
    makes: (upstreamModel) => VIDEO_MODELS.test(upstreamModel),
    start: (submission, { baseUrl, upstreamModel }) => ({
      method: 'POST',
      url: joinUrl(getBase(baseUrl), '/video_generation'),
      body: encodeSubmission(submission, upstreamModel),
    }),
    readStart(body) {
      const upstreamId = textIn(body, 'task_id');
      return upstreamId === undefined ? undefined : { upstreamId };
    },
    status: ({ upstreamId }, { baseUrl }) => get(baseUrl, '/query/video_generation', { task_id: upstreamId }),
    readStatus(body, _started, { baseUrl }) {
      const report = readReport(body);
      const fileId = textIn(body, 'file_id');
      if (report.state !== 'completed' || fileId === undefined) return report;
      return {
        ...report,
        file: { kind: 'lookup', call: get(baseUrl, '/files/retrieve', { file_id: fileId }) },
      };
    },
    readLookup: (body) => textIn(objectIn(body, 'file'), 'download_url'),
    readRefusal,
  };
}

function readReport(body: JsonObject): VideoReport {
  const report = readState(textIn(body, 'status') ?? '', STATES);
  const [width, height] = [numberIn(body, 'video_width'), numberIn(body, 'video_height')];
  if (report.state === 'failed') return { ...report, failure: readFailure(objectIn(body, 'base_resp')) };
  // Zero means that the size is not known yet.
  return report.state === 'completed' && width && height ? { ...report, facts: { width, height } } : report;
}

function readFailure(baseResponse: JsonObject): VideoReport['failure'] {
  const code = numberIn(baseResponse, 'status_code') ?? 0;
  const text = textIn(baseResponse, 'status_msg');
  // A task that failed without a reason has the code 0 and the message "success".
  const message = code === 0 ? undefined : text;
  const failure = describeFailure({ code: STATUSES[code], message });
  return POLICY_CODES.has(code) ? { ...failure, kind: 'policy' } : failure;
}

/** The same members also report a failed task, which is not an error of the request. */
function readRefusal(body: JsonObject, status: number): VideoRefusal | undefined {
  const baseResponse = objectIn(body, 'base_resp');
  const code = numberIn(baseResponse, 'status_code') ?? 0;
  if (code === 0 || textIn(body, 'status') !== undefined) return undefined;
  return {
    status: STATUSES[code] ?? (status >= 400 ? status : 500),
    message: textIn(baseResponse, 'status_msg'),
    isPolicy: POLICY_CODES.has(code),
  };
}
