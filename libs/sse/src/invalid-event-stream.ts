import type { EventStreamMessage } from './event-stream-message.js';

export class InvalidEventStream extends Error {
  override readonly name = 'EventStreamBroken';

  constructor(
    message: string,
    /** Complete messages of the same chunk before the error. They are valid and must be delivered. */
    readonly precedingMessages: readonly EventStreamMessage[] = [],
  ) {
    super(message);
  }
}
