import type { SseEvent } from './sse-event.js';

export interface SseBlock {
  /** The block as it came, up to and including the blank line that ends it. */
  raw: Uint8Array;
  /** Missing when the block has no data: comments, `retry`, or nothing but the blank line. */
  event?: SseEvent;
}
