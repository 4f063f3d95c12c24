import { type JsonObject } from '#canonical';
import { below, isPathId } from '../base-url.js';
import { describeFailure } from '../video-failure.js';
import { numberIn, textIn } from '../video-fields.js';
import { type StateWords, readState } from '../video-outcome.js';
import { type StartedVideo, type VideoCapability, type VideoReport } from '../video.js';
import { encodeSubmission } from './video-submission.js';

const STATES: StateWords = {
  PENDING: 'queued',
  THROTTLED: 'queued',
  RUNNING: 'in_progress',
  SUCCEEDED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'failed',
};

/** Faults of its own, whatever else their codes say. */
const OWN_FAULTS = /^(?:INTERNAL|INPUT_PREPROCESSING\.INTERNAL)\b/;

/** Neither does it list tasks, nor does it know a submission again. */
export function runwayVideo(getRoot: (baseUrl: string | undefined) => string): VideoCapability {
  const at = (baseUrl: string | undefined, path: string): URL => below(getRoot(baseUrl), path);
  const toTask = (baseUrl: string | undefined, { upstreamId }: StartedVideo): URL =>
    at(baseUrl, `/v1/tasks/${encodeURIComponent(upstreamId)}`);
  return {
    signature: 'none',
    start: ({ request }, { baseUrl, upstreamModel }) => ({
      method: 'POST',
      url: at(baseUrl, request.images.length === 0 ? '/v1/text_to_video' : '/v1/image_to_video'),
      body: encodeSubmission(request, upstreamModel),
    }),
    readStart(body) {
      const upstreamId = textIn(body, 'id');
      return upstreamId === undefined || !isPathId(upstreamId) ? undefined : { upstreamId };
    },
    status: (started, { baseUrl }) => ({ method: 'GET', url: toTask(baseUrl, started) }),
    readStatus: readReport,
    cancel: (started, { baseUrl }) => ({ method: 'DELETE', url: toTask(baseUrl, started) }),
  };
}

function readReport(body: JsonObject): VideoReport {
  const word = textIn(body, 'status') ?? '';
  const report = readState(word, STATES);
  const share = numberIn(body, 'progress');
  switch (report.state) {
    case 'completed':
      return { ...report, ...fileIn(body) };
    case 'failed':
      return { ...report, failure: failureIn(body, word === 'CANCELLED') };
    default:
      return share === undefined ? report : { ...report, progress: share * 100 };
  }
}

function fileIn({ output }: JsonObject): Pick<VideoReport, 'file'> {
  const url = Array.isArray(output) ? output[0] : undefined;
  return typeof url === 'string' ? { file: { kind: 'link', url } } : {};
}

function failureIn(body: JsonObject, isCancelled: boolean): VideoReport['failure'] {
  const code = textIn(body, 'failureCode') ?? '';
  const message = textIn(body, 'failure');
  if (OWN_FAULTS.test(code)) return describeFailure({ message });
  return describeFailure({ code, message }, isCancelled ? 'cancelled' : 'failed');
}
