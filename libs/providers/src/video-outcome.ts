import { type VideoFacts } from '#canonical';
import { type VideoFault, describeFailure } from './video-failure.js';
import { type VideoFailureKind, type VideoRefusal, type VideoReport } from './video.js';

type KnownState = Exclude<VideoReport['state'], 'unknown'>;

const MAX_WORD_LENGTH = 64;

/** What a service calls the states of a video. */
export type StateWords = Readonly<Record<string, KnownState>>;

/** The state that a word stands for; a word that nobody has explained to us is told as it is. */
export function readState(word: string, words: StateWords): Pick<VideoReport, 'state' | 'word'> {
  const state = Object.hasOwn(words, word) ? words[word] : undefined;
  return state === undefined ? { state: 'unknown', word: word.slice(0, MAX_WORD_LENGTH) } : { state };
}

/** Codes that say more to whoever knows the service than their words do. */
export type FailureCodes = readonly (readonly [RegExp, VideoFailureKind])[];

export function toFailure(
  { code = '', message }: VideoFault,
  codes: FailureCodes,
): NonNullable<VideoReport['failure']> {
  const known = codes.find(([pattern]) => pattern.test(String(code)))?.[1];
  const failure = describeFailure({ code, message });
  return known === undefined ? failure : { ...failure, kind: known };
}

/** The statuses by which HTTP says what a refusal may be about. */
const STATUSES: Partial<Record<VideoFailureKind, number>> = { policy: 400, quota: 402, capacity: 429 };

/** What a refused request was refused for, where its code tells more than its status. */
export function toRefusal(fault: VideoFault, codes: FailureCodes, status: number): VideoRefusal | undefined {
  if (status < 400 || status >= 500) return undefined;
  const { kind } = toFailure(fault, codes);
  const meant = STATUSES[kind];
  if (meant === undefined) return undefined;
  return { status: meant, message: fault.message, isPolicy: kind === 'policy' };
}

/** For a service that calls a video finished and does not say where it is. */
export const NOTHING_MADE: VideoReport = {
  state: 'failed',
  failure: { kind: 'failed', message: 'The model service finished without a video.' },
};

/** Only what is known: zero is how some say that they do not know. */
export function toFacts(facts: VideoFacts): VideoFacts {
  const { seed, ...others } = facts;
  return {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined && value > 0)),
    ...(seed === undefined ? {} : { seed }),
  };
}
