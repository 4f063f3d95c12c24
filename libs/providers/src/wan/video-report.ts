import { type JsonObject, type VideoFacts } from '#canonical';
import { numberIn, objectIn, textIn, webAddress } from '../video-fields.js';
import {
  type FailureCodes,
  NOTHING_MADE,
  type StateWords,
  readState,
  toFacts,
  toFailure,
  toRefusal,
} from '../video-outcome.js';
import { type VideoRefusal, type VideoReport } from '../video.js';

const STATES: StateWords = {
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
  // Its quotas are ones of requests in a time.
  [/^(?:Throttling|LimitRequests|ServiceUnavailable)/, 'capacity'],
  [/^CANCELED$/, 'cancelled'],
  [/^(?:Invalid|BadRequest|UnsupportedFile)/, 'rejected'],
];

/** The link is good for a day, and so is the task. */
export function readReport(body: JsonObject): VideoReport {
  const output = objectIn(body, 'output');
  const word = textIn(output, 'task_status') ?? '';
  // It knows of no such task: either not yet, or not any more.
  if (word === MISSING) return { state: 'unknown', word, isMissing: true };
  const report = readState(word, STATES);
  if (report.state === 'failed') return { ...report, failure: failureIn(output, word) };
  if (report.state !== 'completed') return report;
  const url = webAddress(textIn(output, 'video_url'));
  if (url === undefined) return NOTHING_MADE;
  return { ...report, file: { kind: 'link', url: url.href }, facts: factsIn(objectIn(body, 'usage')) };
}

function failureIn(output: JsonObject, word: string): NonNullable<VideoReport['failure']> {
  const code = textIn(output, 'code') ?? word;
  return toFailure({ code, message: textIn(output, 'message') }, FAILURE_CODES);
}

/** It says how long the video is under several names, of which older models have the last. */
function factsIn(usage: JsonObject): VideoFacts {
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
