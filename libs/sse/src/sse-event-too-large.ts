import type { SseBlock } from './sse-block.js';

export class SseEventTooLarge extends Error {
  override readonly name = 'SseEventTooLarge';

  constructor(
    readonly maxEventBytes: number,
    /** Blocks that the same chunk completed before the large one: they are good and still to be delivered. */
    readonly precedingBlocks: readonly SseBlock[],
  ) {
    super(`A server-sent event is larger than ${maxEventBytes} bytes`);
  }
}
