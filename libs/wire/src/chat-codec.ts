import {
  type ChatRequest,
  type ChatResponse,
  type FinishKind,
  type GatewayError,
  type JsonObject,
  type RequestField,
  type StreamPart,
  type Translated,
} from '#canonical';
import { type SseEvent } from '#sse';
import { type ModelRule } from './model-rules/model-rule.js';

/** What the encoder of a response needs from its request. */
export interface EncodingContext {
  request: Pick<ChatRequest, 'model'>;
  /**
   * The client's body without the conversation. Some formats repeat its settings in the response, and some request
   * usage in streams.
   */
  body: JsonObject;
  hints: RouteHints;
  /** Unique to the request. Formats derive the ids that they generate from it. */
  requestId: string;
}

export interface StreamEncoder {
  /** The encoded events of one part: often several, sometimes none. */
  push(part: StreamPart): string;
  /** The end of a complete stream. */
  end(): string;
  /** The end of a failed stream, for formats that then repeat what was already sent. */
  fail?(error: GatewayError): string;
}

export interface StreamDecoder {
  /** Nothing but the start of the response has arrived. */
  readonly isOnlyAnnounced?: boolean;
  /** Ignores unknown events. Throws a GatewayError if the upstream reports an error or sends an invalid event. */
  push(event: SseEvent): StreamPart[];
  /** The parts that were still open. Throws a GatewayError if the stream ended before the response was complete. */
  end(): StreamPart[];
}

/** The client's side of a format. All functions are pure. */
export interface ChatIngress {
  /** Throws a GatewayError that names the parameter in this format's own grammar. */
  decodeRequest(body: JsonObject, hints: RouteHints): Translated<ChatRequest>;
  /** The body without the conversation, for formats whose responses need its other members. */
  getSettings?(body: JsonObject): JsonObject;
  encodeResponse(response: ChatResponse, context: EncodingContext): JsonObject;
  createStreamEncoder(context: EncodingContext): StreamEncoder;
  /** The names of the canonical fields in this format, for warnings and errors. */
  readonly fieldNames: Readonly<Record<RequestField, string>>;
}

/** Differences between servers of the OpenAI format, for requests to them and responses of them that are translated. */
export interface ChatHabits {
  /**
   * How to request reasoning if `reasoning_effort` alone is not enough: by `thinking`, which is on or off, with or
   * without an effort beside it, or by `enable_thinking` and a budget.
   */
  reasoning?: 'thinking' | 'thinking-and-effort' | 'enable_thinking';
  /** The server supports the output limit only under its older name. */
  limit?: 'max_tokens';
  /** Members to add to every request because the server does not do by default what others do. */
  add?: JsonObject;
  /** The server's own values of `finish_reason`. */
  finishReasons?: Readonly<Record<string, FinishKind>>;
}

/** Options of the channel and the model for encoding a request. */
export interface EncodeOptions {
  rule?: ModelRule | undefined;
  habits?: ChatHabits | undefined;
  /** Adds cache breakpoints if the client has set none, for formats that have them. */
  cachesPrompt?: boolean;
}

/** The upstream's side of a format. */
export interface ChatEgress {
  /**
   * Throws a GatewayError of kind `unsupported-parameter` if omitting a field would change the meaning; warns of
   * other omitted fields.
   */
  encodeRequest(request: ChatRequest, upstreamModel: string, options?: EncodeOptions): Translated<JsonObject>;
  /** Throws a GatewayError of kind `upstream-bad-response` if the body is not a response of this format. */
  decodeResponse(body: JsonObject, habits?: ChatHabits): ChatResponse;
  createStreamDecoder(habits?: ChatHabits): StreamDecoder;
}

/** Values of a request that are not in its body. Some formats have the model and the stream flag in the path. */
export interface RouteHints {
  model?: string;
  isStreamed?: boolean;
  /** The decoded query of the URL. */
  query?: Readonly<Record<string, unknown>>;
}
