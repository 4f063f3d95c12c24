import { type JsonObject, type VideoFacts } from '#canonical';
import { numberIn, objectIn, textIn, webAddress } from '../video-fields.js';
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
  queued: 'queued',
  pending: 'queued',
  running: 'in_progress',
  processing: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
  cancelled: 'failed',
  canceled: 'failed',
  expired: 'failed',
};

/** Errors that follow from the status. */
const ERRORS_BY_STATUS: Readonly<Record<string, { code: string; message: string }>> = {
  cancelled: { code: 'cancelled', message: 'The task was cancelled at the provider.' },
  canceled: { code: 'cancelled', message: 'The task was cancelled at the provider.' },
  expired: { code: 'expired', message: 'The task expired at the provider.' },
};

const FAILURE_CODES: FailureCodes = [
  [/SensitiveContentDetected|RiskDetection|PolicyViolation/, 'policy'],
  [/^AccountOverdue/, 'quota'],
  [/RateLimitExceeded|^ServerOverloaded|^RequestBurstTooFast/, 'capacity'],
  [/^(?:InvalidParameter|MissingParameter|InvalidArgument|OutofContext|InvalidImage)/, 'rejected'],
];

/** The link is valid for a day. */
export function readReport(body: JsonObject): VideoReport {
  const status = textIn(body, 'status') ?? '';
  const report = readState(status, STATES);
  if (report.state === 'failed') return { ...report, failure: readFailure(body, status) };
  if (report.state !== 'completed') return report;
  const url = webAddress(textIn(objectIn(body, 'content'), 'video_url'));
  if (url !== undefined) return { ...report, file: { kind: 'link', url: url.href }, facts: readFacts(body) };
  return NO_VIDEO_REPORT;
}

function readFailure(body: JsonObject, status: string): NonNullable<VideoReport['failure']> {
  const error = objectIn(body, 'error');
  const code = textIn(error, 'code') ?? ERRORS_BY_STATUS[status]?.code;
  return toFailure(
    { code, message: textIn(error, 'message') ?? ERRORS_BY_STATUS[status]?.message },
    FAILURE_CODES,
  );
}

function readFacts(body: JsonObject): VideoFacts {
  return toFacts({
    durationSeconds: numberIn(body, 'duration'),
    framesPerSecond: numberIn(body, 'framespersecond'),
    seed: numberIn(body, 'seed'),
  });
}

export function readRefusal(body: JsonObject, status: number): VideoRefusal | undefined {
  const error = objectIn(body, 'error');
  const fault = { code: textIn(error, 'code'), message: textIn(error, 'message') };
  return toRefusal(fault, FAILURE_CODES, status);
}
