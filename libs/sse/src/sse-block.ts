import type { SseEvent } from './sse-event.js';

export interface SseBlock {
  /** The unchanged bytes, up to and including the blank line. */
  raw: Uint8Array;
  /** Undefined if the block has no data: comments, `retry`, or only the blank line. */
  event?: SseEvent;
}
