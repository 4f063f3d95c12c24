import { type GatewayError, type Usage } from '#canonical';
import { type ByteEdit, type JsonDocument } from '#json-scan';
import { type SseBlock } from '#sse';
import { type ChatEgress, type ChatIngress, type RouteHints } from './chat-codec.js';
import { type Dialect } from './errors/dialect.js';
import { type ClientFormatId } from './format-ids.js';
import { type ModelRule } from './model-rules/model-rule.js';

/** A parameter that is not sent to the upstream, by the client's name for it. */
export interface LostParameter {
  param: string;
  reason: string;
}

/** Looks up the rule of the request's model. Few requests need it. */
export type FindRule = () => ModelRule | undefined;

/** A request that is forwarded in its own format. It is parsed only as far as routing needs. */
export interface ForwardedRequest {
  /** The format of the body if it differs from that of the endpoint. */
  readonly format?: ClientFormatId;
  /** The body. */
  readonly document: JsonDocument;
  readonly model: string;
  readonly isStreamed: boolean;
  /** Counts values of every kind at every depth. */
  readonly valueCount: number;
  /** The maximum number of output tokens of all choices, if the client sets a limit. */
  readonly maxOutputTokens: number | undefined;
  /** The requested service tier, if the format has tiers. */
  readonly serviceTier?: string | undefined;
  /** The id of the agent's session in the body, if the format has one. */
  readonly sessionId?: string | undefined;
  /** The user's first message: the same bytes in every request of a conversation. */
  readonly opening: Buffer;
  /** Parameters that the upstream cannot get even though it has the same format. */
  readonly lost?: readonly LostParameter[];
  /**
   * Builds the body for an upstream. It replaces the name of the model, applies the repairs and removes reasoning
   * that another service signed, because only that service accepts it. `findRule` is called if the replacement of
   * such reasoning depends on the model.
   */
  retarget(upstreamModel: string, repairs?: readonly ByteEdit[], findRule?: FindRule): Buffer;
  /** `secrets` must not be repeated by the upstream to the client. */
  createStreamTap(secrets: readonly string[]): StreamTap;
}

/** Reads a streamed response that is forwarded. */
export interface StreamTap {
  /**
   * Returns the bytes to forward for this block. Throws a GatewayError if the upstream reports an error or sends an
   * invalid event.
   */
  push(block: SseBlock): Uint8Array | undefined;
  /** How many of these bytes, which start with an event, can be forwarded without calling `push`. */
  getPlainLength?(events: Buffer): number;
  /** Nothing can follow; further bytes are ignored. */
  readonly isTerminated: boolean;
  /** The response is complete, so that the connection may end. */
  readonly isComplete: boolean;
  readonly usage: Usage | undefined;
  /** The end of a complete response, if the client's framing has one. */
  end?(): string;
  /** The end of a failed response, if it depends on what was sent before. */
  fail?(error: GatewayError): string;
}

/** An error response of an upstream. */
export interface UpstreamFailure {
  status: number;
  retryAfter?: string;
  headers?: Readonly<Record<string, string | string[] | undefined>>;
  body: Uint8Array;
  /** Secrets that must not be repeated to the client. */
  secrets: readonly string[];
}

/** A format of both clients and upstreams, whose bytes are forwarded and read. */
export interface PassthroughFormat {
  readonly dialect: Dialect;
  /** Parses and validates a client's request. Throws a GatewayError that names the parameter. */
  readRequest(body: Buffer, hints?: RouteHints): ForwardedRequest;
  /** Reads the usage of a complete response. Throws a GatewayError if it is not a response of this format. */
  readResponse(body: Uint8Array): { usage: Usage | undefined };
  /** The event that ends a stream which failed after its first byte. */
  encodeStreamError(error: GatewayError, requestId?: string): string;
  readonly keepAlive: string;
  /** Upstreams of this format accept this header of the client. The name is in lower case. */
  forwardsHeader?(name: string): boolean;
  /** The content type of a stream, if it is not always an event stream. */
  streamContentType?(hints: RouteHints): string;
}

/** A format of clients. */
export interface ClientFormat extends PassthroughFormat {
  readonly ingress: ChatIngress;
  /** The client's name for the conversation. */
  readonly conversationName: string;
}

/** A format of upstreams. */
export interface UpstreamFormat {
  readonly egress: ChatEgress;
  /** Upstreams download no URLs, so media must be bytes before a request is encoded. */
  readonly needsMediaBytes?: boolean;
}

/** A format of both clients and upstreams. It is pure and synchronous, and independent of URLs, keys and prices. */
export interface WireFormat extends ClientFormat, UpstreamFormat {}
