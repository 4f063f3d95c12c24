import { type JsonObject, type VideoFacts } from '#canonical';
import { numberIn, objectIn, objectsIn, textIn, webAddress } from '../video-fields.js';
import {
  type FailureCodes,
  NO_VIDEO_REPORT,
  type StateNames,
  readState,
  toFacts,
  toFailure,
  toRefusal,
} from '../video-outcome.js';
import { type VideoRefusal, type VideoReport } from '../video.js';

const STATES: StateNames = {
  created: 'queued',
  queueing: 'queued',
  processing: 'in_progress',
  success: 'completed',
  failed: 'failed',
};

const FAILURE_CODES: FailureCodes = [
  [/^(?:AuditSubmitIllegal|.*PolicyViolation)$/, 'policy'],
  [/^CreditInsufficient$/, 'quota'],
  // Its quota limits concurrent tasks.
  [/^(?:QuotaExceeded|TooManyRequests|SystemThrottling|OperationInProcess)$/, 'capacity'],
  [/^(?:UserCancelled|Canceled)$/, 'cancelled'],
  [/^(?:BadRequest|Field|Image|PageSizeOutOfRange)/, 'rejected'],
  [/^ModelUnavailable$/, 'failed'],
];

/** The link is valid for a day. */
export function readReport(body: JsonObject): VideoReport {
  const report = readState(textIn(body, 'state') ?? '', STATES);
  if (report.state === 'failed') return { ...report, failure: readFailure(body) };
  if (report.state !== 'completed') return report;
  const [creation] = objectsIn(body, 'creations').filter((one) => webAddress(textIn(one, 'url')));
  if (creation === undefined) return NO_VIDEO_REPORT;
  const { href } = new URL(textIn(creation, 'url') ?? '');
  return { ...report, file: { kind: 'link', url: href }, facts: readFacts(objectIn(creation, 'video')) };
}

/** Vidu reports only a code. */
function readFailure(body: JsonObject): NonNullable<VideoReport['failure']> {
  const code = textIn(body, 'err_code');
  const message = code === undefined ? undefined : `The provider could not create this video: ${code}.`;
  return toFailure({ code, message }, FAILURE_CODES);
}

function readFacts(video: JsonObject): VideoFacts {
  const resolution = objectIn(video, 'resolution');
  return toFacts({
    durationSeconds: numberIn(video, 'duration'),
    framesPerSecond: numberIn(video, 'fps'),
    width: numberIn(resolution, 'width'),
    height: numberIn(resolution, 'height'),
  });
}

export function readRefusal(body: JsonObject, status: number): VideoRefusal | undefined {
  const fault = { code: textIn(body, 'reason'), message: textIn(body, 'message') };
  return toRefusal(fault, FAILURE_CODES, status);
}
