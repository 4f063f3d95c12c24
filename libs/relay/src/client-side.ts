import { type CancelSignal } from '#canonical';

/** The client's end of a request, as the relay sees it. Before anything is sent, a request may still change its mind. */
export interface ClientSide {
  /** Aborted, with a GatewayError as its reason, when the answer is no longer wanted or can no longer be given. */
  readonly signal: CancelSignal;
  /** The whole answer at once. */
  sendWhole(headers: Record<string, string>, body: Buffer): void | Promise<void>;
  /** Commits to an answer in chunks: from here on no other channel can be tried. */
  openStream(headers: Record<string, string>): ClientStream;
}

export interface ClientStream {
  /** A promise resolves when the client can take more; without one it can at once. Fails when it has gone or takes nothing. */
  write(bytes: Uint8Array | string): void | Promise<void>;
  /** A clean end: the answer was whole. */
  end(): void;
  /** Says the last words and cuts the transport, so that nobody takes a broken answer for a whole one. */
  breakOff(lastWords: string): void;
}
