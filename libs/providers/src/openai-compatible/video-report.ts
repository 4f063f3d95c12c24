import { type JsonObject, type VideoFacts } from '#canonical';
import { type VideoFault, describeFailure } from '../video-failure.js';
import { numberIn, objectIn, textIn } from '../video-fields.js';
import { type StateWords, readState } from '../video-outcome.js';
import { type VideoFailureKind, type VideoReport } from '../video.js';

/** What servers in this style call the states of a video. */
const STATES: StateWords = {
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

/** What a word for a failure says by itself. */
const KINDS_BY_WORD: Readonly<Record<string, VideoFailureKind>> = {
  cancelled: 'cancelled',
  canceled: 'cancelled',
  rejected: 'rejected',
};

/** Everything that the body says, but where the file is. */
export function readReport(body: JsonObject): VideoReport {
  const said = textIn(body, 'status') ?? '';
  const word = said.toLowerCase().replaceAll(/[\s-]+/g, '_');
  const { state } = readState(word, STATES);
  const progress = progressIn(body);
  return {
    state,
    ...(progress === undefined ? {} : { progress }),
    ...(state === 'completed' ? { facts: factsIn(body) } : {}),
    ...(state === 'failed' ? { failure: failureIn(body, word) } : {}),
    ...(state === 'unknown' ? { word: readState(said, STATES).word } : {}),
  };
}

/** Some count to 100, some to 1: only what has a fraction is taken for a share, so 1 is one percent. */
function progressIn(body: JsonObject): number | undefined {
  const { progress: raw } = body;
  const text = typeof raw === 'string' && raw.endsWith('%') ? raw.slice(0, -1).trimEnd() : raw;
  const progress = numberIn({ progress: text ?? null }, 'progress');
  if (progress === undefined) return undefined;
  const percent = progress < 1 ? progress * 100 : progress;
  return Math.min(Math.max(Math.round(percent), 0), 100);
}

/** At the top or, as some have it, among the metadata. */
function factsIn(body: JsonObject): VideoFacts {
  const all = { ...objectIn(body, 'metadata'), ...body };
  const [, width, height] = /^(\d+)x(\d+)$/.exec(textIn(all, 'size') ?? '') ?? [];
  return {
    ...fact('durationSeconds', numberIn(all, 'seconds') ?? numberIn(all, 'duration')),
    ...fact('framesPerSecond', numberIn(all, 'fps')),
    ...fact('width', numberIn(all, 'width') ?? Number(width)),
    ...fact('height', numberIn(all, 'height') ?? Number(height)),
    ...fact('seed', numberIn(all, 'seed'), 0),
  };
}

/** Zero is how some say that they do not know. */
function fact(name: keyof VideoFacts, value: number | undefined, min = Number.MIN_VALUE): VideoFacts {
  return value !== undefined && value >= min ? { [name]: value } : {};
}

function failureIn(body: JsonObject, word: string): VideoReport['failure'] {
  return describeFailure(faultIn(body), KINDS_BY_WORD[word]);
}

function faultIn(body: JsonObject): VideoFault {
  const error = objectIn(body, 'error');
  const message = textIn(error, 'message') ?? textIn(body, 'error') ?? textIn(body, 'fail_reason');
  const { code } = error;
  return {
    code: typeof code === 'number' ? code : (textIn(error, 'code') ?? textIn(error, 'type')),
    message,
  };
}
