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

/** What a word for a failure says by itself. */
const FAULTS: Readonly<Record<string, { code: string; message: string }>> = {
  cancelled: { code: 'cancelled', message: 'The task was cancelled at the model service.' },
  canceled: { code: 'cancelled', message: 'The task was cancelled at the model service.' },
  expired: { code: 'expired', message: 'The model service did not get to this video in time.' },
};

const FAILURE_CODES: FailureCodes = [
  [/SensitiveContentDetected|RiskDetection|PolicyViolation/, 'policy'],
  [/^AccountOverdue/, 'quota'],
  [/RateLimitExceeded|^ServerOverloaded|^RequestBurstTooFast/, 'capacity'],
  [/^(?:InvalidParameter|MissingParameter|InvalidArgument|OutofContext|InvalidImage)/, 'rejected'],
];

/** The link is good for a day. */
export function readReport(body: JsonObject): VideoReport {
  const word = textIn(body, 'status') ?? '';
  const report = readState(word, STATES);
  if (report.state === 'failed') return { ...report, failure: failureIn(body, word) };
  if (report.state !== 'completed') return report;
  const url = webAddress(textIn(objectIn(body, 'content'), 'video_url'));
  if (url !== undefined) return { ...report, file: { kind: 'link', url: url.href }, facts: factsIn(body) };
  return NOTHING_MADE;
}

function failureIn(body: JsonObject, word: string): NonNullable<VideoReport['failure']> {
  const error = objectIn(body, 'error');
  const code = textIn(error, 'code') ?? FAULTS[word]?.code;
  return toFailure({ code, message: textIn(error, 'message') ?? FAULTS[word]?.message }, FAILURE_CODES);
}

function factsIn(body: JsonObject): VideoFacts {
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
