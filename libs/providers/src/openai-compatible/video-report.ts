import { type JsonObject, type VideoFacts } from '#canonical';
import { type VideoError, describeFailure } from '../video-failure.js';
import { numberIn, objectIn, textIn } from '../video-fields.js';
import { type StateNames, readState } from '../video-outcome.js';
import { type VideoFailureKind, type VideoReport } from '../video.js';

/** The names of states that servers of this style use. */
const STATES: StateNames = {
  queued: 'queued',
  queueing: 'queued',
  pending: 'queued',
  created: 'queued',
  submitted: 'queued',
  in_queue: 'queued',
  not_start: 'queued',
  in_progress: 'in_progress',
  processing: 'in_progress',
  running: 'in_progress',
  generating: 'in_progress',
  completed: 'completed',
  succeeded: 'completed',
  succeed: 'completed',
  success: 'completed',
  done: 'completed',
  failed: 'failed',
  failure: 'failed',
  error: 'failed',
  cancelled: 'failed',
  canceled: 'failed',
  expired: 'failed',
  rejected: 'failed',
};

/** Failure kinds that follow from the name of the state. */
const KINDS_BY_STATE: Readonly<Record<string, VideoFailureKind>> = {
  cancelled: 'cancelled',
  canceled: 'cancelled',
  rejected: 'rejected',
};

/** Reads the report, except for the location of the file. */
export function readReport(body: JsonObject): VideoReport {
  const status = textIn(body, 'status') ?? '';
  const stateName = status.toLowerCase().replaceAll(/[\s-]+/g, '_');
  const { state } = readState(stateName, STATES);
  const progress = readProgress(body);
  return {
    state,
    ...(progress === undefined ? {} : { progress }),
    ...(state === 'completed' ? { facts: readFacts(body) } : {}),
    ...(state === 'failed' ? { failure: readFailure(body, stateName) } : {}),
    ...(state === 'unknown' ? { word: readState(status, STATES).word } : {}),
  };
}

/** Some servers count to 100, some to 1: only fractions are treated as shares, so 1 is one percent. */
function readProgress(body: JsonObject): number | undefined {
  const { progress: raw } = body;
  const text = typeof raw === 'string' && raw.endsWith('%') ? raw.slice(0, -1).trimEnd() : raw;
  const progress = numberIn({ progress: text ?? null }, 'progress');
  if (progress === undefined) return undefined;
  const percent = progress < 1 ? progress * 100 : progress;
  return Math.min(Math.max(Math.round(percent), 0), 100);
}

/** Facts are at the top level or in `metadata`. */
function readFacts(body: JsonObject): VideoFacts {
  const all = { ...objectIn(body, 'metadata'), ...body };
  const [, width, height] = /^(\d+)x(\d+)$/.exec(textIn(all, 'size') ?? '') ?? [];
  return {
    ...toFact('durationSeconds', numberIn(all, 'seconds') ?? numberIn(all, 'duration')),
    ...toFact('framesPerSecond', numberIn(all, 'fps')),
    ...toFact('width', numberIn(all, 'width') ?? Number(width)),
    ...toFact('height', numberIn(all, 'height') ?? Number(height)),
    ...toFact('seed', numberIn(all, 'seed'), 0),
  };
}

/** Some servers send zero for unknown values. */
function toFact(name: keyof VideoFacts, value: number | undefined, min = Number.MIN_VALUE): VideoFacts {
  return value !== undefined && value >= min ? { [name]: value } : {};
}

function readFailure(body: JsonObject, stateName: string): VideoReport['failure'] {
  return describeFailure(readError(body), KINDS_BY_STATE[stateName]);
}

function readError(body: JsonObject): VideoError {
  const error = objectIn(body, 'error');
  const message = textIn(error, 'message') ?? textIn(body, 'error') ?? textIn(body, 'fail_reason');
  const { code } = error;
  return {
    code: typeof code === 'number' ? code : (textIn(error, 'code') ?? textIn(error, 'type')),
    message,
  };
}
