import type { Reply } from '../replies/reply.js';
import type { ContentFault, CreateFault, StatusFault } from './faults.js';

/** Less than any response about a video. */
const FEW_BYTES = 20;
const SLOW = { bytesPerWrite: 64, gapMs: 50 };
const VIDEO_TYPE = { 'content-type': 'video/mp4' };

const NOT_CREATING: readonly CreateFault[] = ['reset-before-reading', '400', '429', '500-without-creating'];

export function isMadeInSpiteOf(fault: CreateFault): boolean {
  return !NOT_CREATING.includes(fault);
}

export function createFaultReply(fault: CreateFault, withoutId: object): Reply {
  switch (fault) {
    case '400':
    case '429':
      return { kind: 'error', status: Number(fault) };
    case '500-without-creating':
    case '500-after-creating':
      return { kind: 'error', status: 500 };
    case 'accept-then-hang':
      return { kind: 'hang' };
    case 'reset-before-reading':
    case 'accept-then-reset':
      return { kind: 'reset' };
    case 'respond-then-reset':
      return { kind: 'reset', afterBytes: FEW_BYTES };
    case '2xx-without-id':
      return { kind: 'json', body: withoutId };
    case 'malformed':
      return { kind: 'garbage' };
  }
}

/** The two unusual states in the format of the service. */
interface OddStates {
  unknown: object;
  queued: object;
}

export function statusFaultReply(fault: StatusFault, { unknown, queued }: OddStates): Reply {
  switch (fault) {
    case 'hang':
      return { kind: 'hang' };
    case 'reset':
      return { kind: 'reset' };
    case 'garbage':
      return { kind: 'garbage' };
    case 'unknown-word':
      return { kind: 'json', body: unknown };
    case 'queued-again':
      return { kind: 'json', body: queued };
    default:
      return { kind: 'error', status: Number(fault) };
  }
}

export function contentFaultReply(fault: ContentFault, link: string): Reply {
  switch (fault) {
    case 'empty':
      return { kind: 'json', body: '', headers: VIDEO_TYPE };
    case 'wrong-bytes':
      return { kind: 'json', body: 'This is not a video.'.repeat(100), headers: VIDEO_TYPE };
    case 'html':
      return { kind: 'html', status: 200 };
    case 'reset-half-way':
      return { kind: 'reset', afterBytes: 1_000 };
    case 'stall':
      return { kind: 'stall', afterBytes: 1_000 };
    case 'slow':
      return { kind: 'slow', ...SLOW };
    case 'expired':
      return { kind: 'error', status: 404 };
    case 'redirect':
      return { kind: 'redirect', location: link };
    default:
      return { kind: 'error', status: Number(fault) };
  }
}
