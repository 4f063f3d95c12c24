/** One message of `application/vnd.amazon.eventstream`. */
export interface EventStreamMessage {
  /**
   * The text headers, which include all that describe the message: `:message-type`, `:event-type`, `:exception-type`.
   */
  headers: Record<string, string>;
  payload: Buffer;
}
