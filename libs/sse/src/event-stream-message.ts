/** One message of `application/vnd.amazon.eventstream`. */
export interface EventStreamMessage {
  /** Those that are text, which are all that say what a message is: `:message-type`, `:event-type`, `:exception-type`. */
  headers: Record<string, string>;
  payload: Buffer;
}
