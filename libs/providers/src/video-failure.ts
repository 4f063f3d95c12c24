import { type VideoFailureKind, type VideoReport } from './video.js';

/** An error that a service reports for a video. */
export interface VideoError {
  code?: string | number;
  message?: string;
}

const POLICY =
  /\b(policy|policies|moderat(ed|ion)|safety|sensitive|nsfw|usage guidelines|risk control|responsible ai|content filter(ed)?)\b/;

/** Words in error codes, the most specific first. */
const KINDS_BY_WORD: readonly [RegExp, VideoFailureKind][] = [
  [/\b(quota|balance|credits?|billing|payment)\b/, 'quota'],
  [/\b(rate|capacity|overloaded|exhausted|unavailable|busy|throttled)\b/, 'capacity'],
  [/\bcancell?ed\b/, 'cancelled'],
  [/\b(invalid|unsupported|malformed|bad(?! gateway))\b/, 'rejected'],
];

/** Services with numeric error codes use those of HTTP. */
const KINDS_BY_STATUS: Readonly<Record<number, VideoFailureKind>> = {
  400: 'rejected',
  402: 'quota',
  403: 'policy',
  413: 'rejected',
  415: 'rejected',
  422: 'rejected',
  429: 'capacity',
  499: 'cancelled',
  503: 'capacity',
};

/** The kind of a failure; undefined if it cannot be determined. */
export function findFailureKind({ code = '', message = '' }: VideoError): VideoFailureKind | undefined {
  const codeWords = toWords(String(code));
  if (POLICY.test(codeWords) || POLICY.test(toWords(message))) return 'policy';
  // Messages are not searched for the other words: a message about a frame rate is not about a rate limit.
  const byWord = KINDS_BY_WORD.find(([words]) => words.test(codeWords))?.[1];
  return byWord ?? KINDS_BY_STATUS[Number(code)];
}

/** The kind and the message of a failure. */
export function describeFailure(
  fault: VideoError,
  defaultKind: VideoFailureKind = 'failed',
): NonNullable<VideoReport['failure']> {
  return {
    kind: findFailureKind(fault) ?? defaultKind,
    message: fault.message ?? 'The provider could not create this video.',
  };
}

/** Converts `rateLimit_exceeded` to `rate limit exceeded`. */
function toWords(text: string): string {
  return text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ');
}
