import { type VideoFacts } from '#canonical';
import { isPathId } from './base-url.js';
import { type VideoError, describeFailure } from './video-failure.js';
import { type StartedVideo, type VideoFailureKind, type VideoRefusal, type VideoReport } from './video.js';

type KnownState = Exclude<VideoReport['state'], 'unknown'>;

const MAX_WORD_LENGTH = 64;

/** Undefined without an id that can be part of a URL. */
export function toStartedVideo(upstreamId: string | undefined): StartedVideo | undefined {
  return upstreamId === undefined || !isPathId(upstreamId) ? undefined : { upstreamId };
}

/** The states of a video by the service's names. */
export type StateNames = Readonly<Record<string, KnownState>>;

/** The state with this name. An unknown name is reported as it is. */
export function readState(word: string, words: StateNames): Pick<VideoReport, 'state' | 'word'> {
  const state = Object.hasOwn(words, word) ? words[word] : undefined;
  return state === undefined ? { state: 'unknown', word: word.slice(0, MAX_WORD_LENGTH) } : { state };
}

/** Failure kinds of error codes that are specific to a service. */
export type FailureCodes = readonly (readonly [RegExp, VideoFailureKind])[];

export function toFailure(
  { code = '', message }: VideoError,
  codes: FailureCodes,
): NonNullable<VideoReport['failure']> {
  const kind = codes.find(([pattern]) => pattern.test(String(code)))?.[1];
  const failure = describeFailure({ code, message });
  return kind === undefined ? failure : { ...failure, kind };
}

/** The HTTP statuses of the kinds that a refused request can have. */
const STATUSES: Partial<Record<VideoFailureKind, number>> = { policy: 400, quota: 402, capacity: 429 };

/** The reason of a refused request, if its code is more specific than its status. */
export function toRefusal(fault: VideoError, codes: FailureCodes, status: number): VideoRefusal | undefined {
  if (status < 400 || status >= 500) return undefined;
  const { kind } = toFailure(fault, codes);
  const refusalStatus = STATUSES[kind];
  if (refusalStatus === undefined) return undefined;
  return { status: refusalStatus, message: fault.message, isPolicy: kind === 'policy' };
}

/** For a service that reports a finished video without a file. */
export const NO_VIDEO_REPORT: VideoReport = {
  state: 'failed',
  failure: { kind: 'failed', message: 'The provider finished without a video.' },
};

/** Removes unknown values. Some services send zero for them. */
export function toFacts(facts: VideoFacts): VideoFacts {
  const { seed, ...others } = facts;
  return {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined && value > 0)),
    ...(seed === undefined ? {} : { seed }),
  };
}
