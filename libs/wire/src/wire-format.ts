import { type GatewayError, type Usage } from '#canonical';
import { type SseBlock } from '#sse';
import { type ChatEgress, type ChatIngress, type RouteHints } from './chat-codec.js';
import { type Dialect } from './errors/dialect.js';
import { type ClientFormatId } from './format-ids.js';
import { type JsonDocument } from './json-scan/json-document.js';
import { type ByteEdit } from './json-scan/splice-bytes.js';
import { type ModelRule } from './model-rules/model-rule.js';

/** Something that does not reach the upstream, by the client's own name for it. */
export interface LostParameter {
  param: string;
  reason: string;
}

/** What is known of the model that a request goes to; few requests need to know. */
export type FindRule = () => ModelRule | undefined;

/** A request that goes on in the format it came in: known as far as routing needs, otherwise left as bytes. */
export interface ForwardedRequest {
  /** What it is in, where that is not the format of the endpoint that it was sent to. */
  readonly format?: ClientFormatId;
  /** Its body. */
  readonly document: JsonDocument;
  readonly model: string;
  readonly isStreamed: boolean;
  /** Of every kind and at every depth. */
  readonly valueCount: number;
  /** The most tokens that all answers together may have, where the client limits them. */
  readonly maxOutputTokens: number | undefined;
  /** The class of service that was asked for, where the format has such classes. */
  readonly serviceTier?: string | undefined;
  /** What the body calls the session of an agent that it is part of, where the format has a place for that. */
  readonly sessionId?: string | undefined;
  /** How the user opened the conversation: the same bytes in every request of it. */
  readonly opening: Buffer;
  /** What its upstreams cannot be sent of it, though they speak the format. */
  readonly lost?: readonly LostParameter[];
  /**
   * The bytes for an upstream that calls the model by another name. Reasoning that a service of another kind has signed
   * is left out, for no other takes it; everything else is as it came, but for what is to be repaired. What is known of
   * the model is asked for where it decides what stands in the place of such reasoning.
   */
  retarget(upstreamModel: string, repairs?: readonly ByteEdit[], findRule?: FindRule): Buffer;
  /** `secrets` are words of ours that an upstream must not repeat to the client. */
  createStreamTap(secrets: readonly string[]): StreamTap;
}

/** Looks at a streamed answer on its way through. */
export interface StreamTap {
  /** What to send on of this block. Throws a GatewayError where the upstream reports or commits a fault. */
  push(block: SseBlock): Uint8Array | undefined;
  /** How many of these bytes, which begin with an event, come before anything of interest here: they go on as they came. */
  getPlainLength?(events: Buffer): number;
  /** Nothing can follow: what still comes is ignored. */
  readonly isTerminated: boolean;
  /** The answer is whole, so that an end of the connection is no accident. */
  readonly isComplete: boolean;
  readonly usage: Usage | undefined;
  /** What closes an answer that was whole, where the client's framing has such a thing. */
  end?(): string;
  /** What closes an answer that broke, where that depends on what was sent before. */
  fail?(error: GatewayError): string;
}

/** What an upstream said about its failure. */
export interface UpstreamFailure {
  status: number;
  retryAfter?: string;
  headers?: Readonly<Record<string, string | string[] | undefined>>;
  body: Uint8Array;
  /** Words of ours that it must not repeat to the client. */
  secrets: readonly string[];
}

/** A format where both sides speak it: bytes go through, and are looked at. */
export interface PassthroughFormat {
  readonly dialect: Dialect;
  /** Reads and validates a client's request. Throws a GatewayError that names the parameter. */
  readRequest(body: Buffer, hints?: RouteHints): ForwardedRequest;
  /** Reads a whole answer of an upstream: its usage, or a GatewayError where it is no answer at all. */
  readResponse(body: Uint8Array): { usage: Usage | undefined };
  /** The event that ends a stream which has failed after its first byte. */
  encodeStreamError(error: GatewayError, requestId?: string): string;
  readonly keepAlive: string;
  /** Whether upstreams of this format understand a header of the client; its name is in lower case. */
  forwardsHeader?(name: string): boolean;
  /** Where a stream is not always one of events. */
  streamContentType?(hints: RouteHints): string;
}

/** A format in which clients ask. */
export interface ClientFormat extends PassthroughFormat {
  readonly ingress: ChatIngress;
  /** What clients call the conversation itself. */
  readonly conversationName: string;
}

/** A format in which upstreams are asked. */
export interface UpstreamFormat {
  readonly egress: ChatEgress;
  /** Whether its upstreams open no links, so that media have to be bytes before a request is encoded. */
  readonly needsMediaBytes?: boolean;
}

/** A format that both sides speak: pure and synchronous; it knows JSON and events, nothing of addresses, keys or money. */
export interface WireFormat extends ClientFormat, UpstreamFormat {}
