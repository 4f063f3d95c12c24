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
  PENDING: 'queued',
  RUNNING: 'in_progress',
  SUSPENDED: 'in_progress',
  SUCCEEDED: 'completed',
  FAILED: 'failed',
  CANCELED: 'failed',
};

const MISSING = 'UNKNOWN';

const FAILURE_CODES: FailureCodes = [
  [/^(?:DataInspectionFailed|IPInfringementSuspect|FaqRuleBlocked)/, 'policy'],
  [/^(?:Arrearage|PrepaidBillOverdue|PostpaidBillOverdue|CommodityNotPurchased)/, 'quota'],
  // Its quotas limit requests per time.
  [/^(?:Throttling|LimitRequests|ServiceUnavailable)/, 'capacity'],
  [/^CANCELED$/, 'cancelled'],
  [/^(?:Invalid|BadRequest|UnsupportedFile)/, 'rejected'],
];

/** The link and the task are valid for a day. */
export function readReport(body: JsonObject): VideoReport {
  const output = objectIn(body, 'output');
  const status = textIn(output, 'task_status') ?? '';
  // The service does not have this task, either not yet or no longer.
  if (status === MISSING) return { state: 'unknown', word: status, isMissing: true };
  const report = readState(status, STATES);
  if (report.state === 'failed') return { ...report, failure: readFailure(output, status) };
  if (report.state !== 'completed') return report;
  const url = webAddress(textIn(output, 'video_url'));
  if (url === undefined) return NO_VIDEO_REPORT;
  return { ...report, file: { kind: 'link', url: url.href }, facts: readFacts(objectIn(body, 'usage')) };
}

function readFailure(output: JsonObject, status: string): NonNullable<VideoReport['failure']> {
  const code = textIn(output, 'code') ?? status;
  return toFailure({ code, message: textIn(output, 'message') }, FAILURE_CODES);
}

/** The duration has several names; older models send only the last. */
function readFacts(usage: JsonObject): VideoFacts {
  const [, width, height] = /^(\d+)\*(\d+)$/.exec(textIn(usage, 'size') ?? '') ?? [];
  return toFacts({
    durationSeconds:
      numberIn(usage, 'output_video_duration') ??
      numberIn(usage, 'duration') ??
      numberIn(usage, 'video_duration'),
    framesPerSecond: numberIn(usage, 'fps'),
    width: width === undefined ? undefined : Number(width),
    height: height === undefined ? undefined : Number(height),
  });
}

export function readRefusal(body: JsonObject, status: number): VideoRefusal | undefined {
  const fault = { code: textIn(body, 'code'), message: textIn(body, 'message') };
  return toRefusal(fault, FAILURE_CODES, status);
}
