import { type JsonObject } from '#canonical';
import { below, withQuery } from '../../base-url.js';
import { describeFailure } from '../../video-failure.js';
import { numberIn, objectIn, textIn } from '../../video-fields.js';
import { type StateWords, readState } from '../../video-outcome.js';
import { type VideoCall, type VideoCapability, type VideoRefusal, type VideoReport } from '../../video.js';
import { encodeSubmission } from './video-submission.js';

const STATES: StateWords = {
  Preparing: 'queued',
  Queueing: 'queued',
  Processing: 'in_progress',
  Success: 'completed',
  Fail: 'failed',
};

/** What its codes say, in the statuses of HTTP: it answers with 200 whatever becomes of a request. */
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

/** What was asked for, or what came of it, is not for anybody to see. */
const POLICY_CODES: ReadonlySet<number> = new Set([1026, 1027]);

/** Its chat models are asked elsewhere. */
const VIDEO_MODELS = /hailuo|^[TIS]2V-/i;

/** Hailuo. A finished video is a file, whose link takes another question. It has neither keys nor lists of tasks. */
export function miniMaxVideo(getBase: (baseUrl: string | undefined) => string): VideoCapability {
  const get = (baseUrl: string | undefined, path: string, query: Record<string, string>): VideoCall => ({
    method: 'GET',
    url: withQuery(below(getBase(baseUrl), path), query),
  });
  return {
    signature: 'none',
    makes: (upstreamModel) => VIDEO_MODELS.test(upstreamModel),
    start: (submission, { baseUrl, upstreamModel }) => ({
      method: 'POST',
      url: below(getBase(baseUrl), '/video_generation'),
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
  if (report.state === 'failed') return { ...report, failure: failureIn(objectIn(body, 'base_resp')) };
  // Zero is how it says that it does not know yet.
  return report.state === 'completed' && width && height ? { ...report, facts: { width, height } } : report;
}

function failureIn(said: JsonObject): VideoReport['failure'] {
  const code = numberIn(said, 'status_code') ?? 0;
  const text = textIn(said, 'status_msg');
  // A task that failed for no reason is still "success" as an answer.
  const message = code === 0 ? undefined : text;
  const failure = describeFailure({ code: STATUSES[code], message });
  return POLICY_CODES.has(code) ? { ...failure, kind: 'policy' } : failure;
}

/** A task that has failed says so in the same place, but is no refusal to tell about it. */
function readRefusal(body: JsonObject, status: number): VideoRefusal | undefined {
  const said = objectIn(body, 'base_resp');
  const code = numberIn(said, 'status_code') ?? 0;
  if (code === 0 || textIn(body, 'status') !== undefined) return undefined;
  return {
    status: STATUSES[code] ?? (status >= 400 ? status : 500),
    message: textIn(said, 'status_msg'),
    isPolicy: POLICY_CODES.has(code),
  };
}
