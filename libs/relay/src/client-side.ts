import { type CancelSignal } from '#canonical';

/** How the relay responds to a client. Until the first byte is sent, another channel can still be tried. */
export interface ClientSide {
  /** Aborted when the client has disconnected or the response can no longer be sent. The reason is a GatewayError. */
  readonly signal: CancelSignal;
  /** Sends a complete response. */
  sendWhole(headers: Record<string, string>, body: Buffer): void | Promise<void>;
  /** Starts a streamed response. After this, no other channel can be tried. */
  openStream(headers: Record<string, string>): ClientStream;
}

export interface ClientStream {
  /**
   * Returns a promise if the client is behind; it resolves when more can be written. Fails if the client has
   * disconnected or does not read.
   */
  write(bytes: Uint8Array | string): void | Promise<void>;
  /** Ends a complete response. */
  end(): void;
  /**
   * Writes the error event and destroys the socket, so that a client cannot take a truncated stream for a complete one.
   */
  abort(finalEvent: string): void;
}
