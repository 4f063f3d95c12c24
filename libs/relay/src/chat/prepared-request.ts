import { type GatewayError, type Usage } from '#canonical';
import { type SseBlock } from '#sse';
import { type UpstreamFormatId } from '#wire';

/** Converts the events of an upstream to the bytes for the client. */
export interface ResponseStream {
  /**
   * The bytes to send for this block. Throws a GatewayError if the upstream reports an error or violates its format.
   */
  push(block: SseBlock): Uint8Array | undefined;
  /** How many bytes, from the start of an event, can be forwarded without parsing each event. */
  getPlainLength?(events: Buffer): number;
  /** The bytes to send after the end of the upstream's response. Throws if that is incomplete. */
  finish(): Uint8Array | undefined;
  /** The error event of a stream that failed. */
  fail(error: GatewayError): string;
  /** The upstream has started to respond, but may still reject the request. */
  readonly isOnlyAnnounced?: boolean | undefined;
  /** The response has ended. Further events are ignored. */
  readonly isTerminated: boolean;
  /** The whole response has arrived, even if the connection fails later. */
  readonly isComplete: boolean;
  readonly usage: Usage | undefined;
}

/** A complete response in the format of the client. */
export interface ClientResponse {
  body: Buffer;
  usage: Usage | undefined;
}

/** A request in the format of an upstream, and how its response is converted for the client. */
export interface PreparedRequest {
  /** The format of the request. */
  format: UpstreamFormatId;
  body: Buffer;
  /** Headers of the client that are forwarded. Undefined if there are none. */
  headers: Record<string, string> | undefined;
  /** Names of the parameters that the upstream does not support. */
  warnings: readonly string[];
  convertResponse(response: Buffer): ClientResponse | Promise<ClientResponse>;
  createResponseStream(): ResponseStream;
}

export function toBytes(text: string): Uint8Array | undefined {
  return text === '' ? undefined : Buffer.from(text);
}
