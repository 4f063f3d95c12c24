import { type JsonObject } from '#canonical';
import { joinUrl } from '../base-url.js';
import { describeFailure } from '../video-failure.js';
import { numberIn, textIn } from '../video-fields.js';
import { type StateNames, readState, toStartedVideo } from '../video-outcome.js';
import { type StartedVideo, type VideoCapability, type VideoReport } from '../video.js';
import { encodeSubmission } from './video-submission.js';

const STATES: StateNames = {
  PENDING: 'queued',
  THROTTLED: 'queued',
  RUNNING: 'in_progress',
  SUCCEEDED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'failed',
};

/** Codes of errors of the service itself. A code may have more parts. */
const SERVER_ERRORS = /^(?:INTERNAL|INPUT_PREPROCESSING\.INTERNAL)\b/;

/** Runway has neither lists of tasks nor idempotency keys. */
export function runwayVideo(getRoot: (baseUrl: string | undefined) => string): VideoCapability {
  const at = (baseUrl: string | undefined, path: string): URL => joinUrl(getRoot(baseUrl), path);
  const buildTaskUrl = (baseUrl: string | undefined, { upstreamId }: StartedVideo): URL =>
    at(baseUrl, `/v1/tasks/${encodeURIComponent(upstreamId)}`);
  return {
    signature: 'none',
    start: ({ request }, { baseUrl, upstreamModel }) => ({
      method: 'POST',
      url: at(baseUrl, request.images.length === 0 ? '/v1/text_to_video' : '/v1/image_to_video'),
      body: encodeSubmission(request, upstreamModel),
    }),
    readStart: (body) => toStartedVideo(textIn(body, 'id')),
    status: (started, { baseUrl }) => ({ method: 'GET', url: buildTaskUrl(baseUrl, started) }),
    readStatus: readReport,
    cancel: (started, { baseUrl }) => ({ method: 'DELETE', url: buildTaskUrl(baseUrl, started) }),
  };
}

function readReport(body: JsonObject): VideoReport {
  const status = textIn(body, 'status') ?? '';
  const report = readState(status, STATES);
  const progress = numberIn(body, 'progress');
  switch (report.state) {
    case 'completed':
      return { ...report, ...findFile(body) };
    case 'failed':
      return { ...report, failure: readFailure(body, status === 'CANCELLED') };
    default:
      return progress === undefined ? report : { ...report, progress: progress * 100 };
  }
}

function findFile({ output }: JsonObject): Pick<VideoReport, 'file'> {
  const url = Array.isArray(output) ? output[0] : undefined;
  return typeof url === 'string' ? { file: { kind: 'link', url } } : {};
}

function readFailure(body: JsonObject, isCancelled: boolean): VideoReport['failure'] {
  const code = textIn(body, 'failureCode') ?? '';
  const message = textIn(body, 'failure');
  if (SERVER_ERRORS.test(code)) return describeFailure({ message });
  return describeFailure({ code, message }, isCancelled ? 'cancelled' : 'failed');
}
