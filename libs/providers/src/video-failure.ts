import { type VideoFailureKind, type VideoReport } from './video.js';

/** What a service says of a video that it did not make. */
export interface VideoFault {
  code?: string | number;
  message?: string;
}

const POLICY =
  /\b(policy|policies|moderat(ed|ion)|safety|sensitive|nsfw|usage guidelines|risk control|responsible ai|content filter(ed)?)\b/;

/** Words in the codes of services, the telling ones first. */
const KINDS_BY_WORD: readonly [RegExp, VideoFailureKind][] = [
  [/\b(quota|balance|credits?|billing|payment)\b/, 'quota'],
  [/\b(rate|capacity|overloaded|exhausted|unavailable|busy|throttled)\b/, 'capacity'],
  [/\bcancell?ed\b/, 'cancelled'],
  [/\b(invalid|unsupported|malformed|bad(?! gateway))\b/, 'rejected'],
];

/** Services that number their faults do it as HTTP does. */
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

/** Why a video was not made, as far as it can be told; undefined where the words say nothing. */
export function findFailureKind({ code = '', message = '' }: VideoFault): VideoFailureKind | undefined {
  const codeWords = toWords(String(code));
  if (POLICY.test(codeWords) || POLICY.test(toWords(message))) return 'policy';
  // Sentences are too free for the other words: a frame rate is no rate limit.
  const byWord = KINDS_BY_WORD.find(([words]) => words.test(codeWords))?.[1];
  return byWord ?? KINDS_BY_STATUS[Number(code)];
}

/** A failure in the words of its service, where it has any. */
export function describeFailure(
  fault: VideoFault,
  otherwise: VideoFailureKind = 'failed',
): NonNullable<VideoReport['failure']> {
  return {
    kind: findFailureKind(fault) ?? otherwise,
    message: fault.message ?? 'The model service could not make this video.',
  };
}

/** `rateLimit_exceeded` as `rate limit exceeded`. */
function toWords(text: string): string {
  return text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ');
}
