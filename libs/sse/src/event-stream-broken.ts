import type { EventStreamMessage } from './event-stream-message.js';

export class EventStreamBroken extends Error {
  override readonly name = 'EventStreamBroken';

  constructor(
    message: string,
    /** Messages that the same chunk completed before it: they are good and still to be delivered. */
    readonly precedingMessages: readonly EventStreamMessage[] = [],
  ) {
    super(message);
  }
}
