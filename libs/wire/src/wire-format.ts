import { type GatewayError, type Usage } from '#canonical';
import { type SseBlock } from '#sse';
import { type Dialect } from './errors/dialect.js';

/** A request that goes on in the format it came in: known as far as routing needs, otherwise left as bytes. */
export interface ForwardedRequest {
  readonly model: string;
  readonly isStreamed: boolean;
  /** The bytes for an upstream that calls the model by another name; everything else as it came. */
  retarget(upstreamModel: string): Buffer;
  /** `secrets` are words of ours that an upstream must not repeat to the client. */
  createStreamTap(secrets: readonly string[]): StreamTap;
}

/** Looks at a streamed answer on its way through. */
export interface StreamTap {
  /** What to send on of this block. Throws a GatewayError where the upstream reports or commits a fault. */
  push(block: SseBlock): Uint8Array | undefined;
  /** Nothing can follow: what still comes is ignored. */
  readonly isTerminated: boolean;
  /** The answer is whole, so that an end of the connection is no accident. */
  readonly isComplete: boolean;
  readonly usage: Usage | undefined;
}

/** What an upstream said about its failure. */
export interface UpstreamFailure {
  status: number;
  retryAfter?: string;
  body: Uint8Array;
  /** Words of ours that it must not repeat to the client. */
  secrets: readonly string[];
}

/** One wire format: pure and synchronous; it knows JSON and events, nothing of addresses, keys or money. */
export interface WireFormat {
  readonly dialect: Dialect;
  /** Reads and validates a client's request. Throws a GatewayError that names the parameter. */
  readRequest(body: Buffer): ForwardedRequest;
  /** Reads a whole answer of an upstream: its usage, or a GatewayError where it is no answer at all. */
  readResponse(body: Uint8Array): { usage: Usage | undefined };
  decodeError(failure: UpstreamFailure): GatewayError;
  /** The event that ends a stream which has failed after its first byte. */
  encodeStreamError(error: GatewayError): string;
  readonly keepAlive: string;
}
