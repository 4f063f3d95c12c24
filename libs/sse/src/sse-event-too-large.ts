import type { SseBlock } from './sse-block.js';

export class SseEventTooLarge extends Error {
  override readonly name = 'SseEventTooLarge';

  constructor(
    readonly maxEventBytes: number,
    /** Complete blocks of the same chunk before the large one. They are valid and must be delivered. */
    readonly precedingBlocks: readonly SseBlock[],
  ) {
    super(`A server-sent event is larger than ${maxEventBytes} bytes`);
  }
}
