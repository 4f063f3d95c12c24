import {
  type ChatRequest,
  type ChatResponse,
  type GatewayError,
  type JsonObject,
  type RequestField,
  type StreamPart,
  type Translated,
} from '#canonical';
import { type SseEvent } from '#sse';
import { type ModelRule } from './model-rules/model-rule.js';

/** What an answer needs to know of the request it answers. */
export interface AnswerContext {
  request: Pick<ChatRequest, 'model'>;
  /** The body as the client sent it, but for the conversation: some formats repeat its settings, and some ask for usage in streams. */
  body: JsonObject;
  hints: RouteHints;
  /** Unique to the request; ids that a format has to mint are made from it. */
  requestId: string;
}

export interface StreamEncoder {
  /** The text to send for one part, framed as this format frames it; often several events, sometimes none. */
  push(part: StreamPart): string;
  /** What closes a stream that was whole. */
  end(): string;
  /** What closes a stream that broke, for formats that then repeat what was already sent. */
  fail?(error: GatewayError): string;
}

export interface StreamDecoder {
  /** No more has come than that there will be an answer. */
  readonly isOnlyAnnounced?: boolean;
  /** Unknown events mean nothing. Throws a GatewayError where the upstream reports a failure or sends nonsense. */
  push(event: SseEvent): StreamPart[];
  /** The parts that were still open. Throws a GatewayError where the stream ended before the answer was whole. */
  end(): StreamPart[];
}

/** The client's side of a format. Pure; all of it. */
export interface ChatIngress {
  /** Throws a GatewayError that names the parameter, in this format's own grammar. */
  decodeRequest(body: JsonObject, hints: RouteHints): Translated<ChatRequest>;
  /** The body without the conversation, for formats whose answers need something that stands in it. */
  getSettings?(body: JsonObject): JsonObject;
  encodeResponse(response: ChatResponse, context: AnswerContext): JsonObject;
  createStreamEncoder(context: AnswerContext): StreamEncoder;
  /** What a client of this format calls a field of the hub, for warnings and refusals. */
  readonly fieldNames: Readonly<Record<RequestField, string>>;
}

/** What servers in the OpenAI style are told in words of their own, in requests that are made here. */
export interface ChatHabits {
  /**
   * How it is told to reason, where an effort is not all: by `thinking`, which is on or off, with the effort beside it, or
   * by `enable_thinking` and a budget.
   */
  reasoning?: 'thinking' | 'thinking-and-effort' | 'enable_thinking';
  /** It limits the answer by the older name alone. */
  limit?: 'max_tokens';
  /** Members that it has to be asked for what others do by themselves. */
  add?: JsonObject;
}

/** What a channel wants of the requests that are encoded for it, and what is known of their model. */
export interface EncodeOptions {
  rule?: ModelRule | undefined;
  habits?: ChatHabits | undefined;
  /** Whether the prompt gets cache breakpoints where the client has set none; for formats that have them. */
  cachesPrompt?: boolean;
}

/** The upstream's side of a format. */
export interface ChatEgress {
  /** Throws a GatewayError of kind `unsupported-parameter` for what changes the meaning; warns of what is only lost. */
  encodeRequest(request: ChatRequest, upstreamModel: string, options?: EncodeOptions): Translated<JsonObject>;
  /** Throws a GatewayError of kind `upstream-bad-response` where this is no answer. */
  decodeResponse(body: JsonObject): ChatResponse;
  createStreamDecoder(): StreamDecoder;
}

/** What the route tells of a request beside its body: some formats have the model and the stream flag in the path. */
export interface RouteHints {
  model?: string;
  isStreamed?: boolean;
  /** The query of the address, decoded. */
  query?: Readonly<Record<string, unknown>>;
}
