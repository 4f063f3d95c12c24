/** The client's end of a request, as far as this room has to see it. */
export interface ClientEnd {
  /** Aborted, with a GatewayError as its reason, when the answer is no longer wanted or can no longer be given. */
  readonly signal: AbortSignal;
  sendWhole(headers: Record<string, string>, body: Buffer): void | Promise<void>;
  openStream(headers: Record<string, string>): StreamEnd;
}

export interface StreamEnd {
  write(bytes: Uint8Array | string): Promise<void>;
  /** A clean end: the answer was whole. */
  end(): void;
  /** The answer broke. */
  breakOff(lastWords: string): void;
}
