import { type Token } from '#access';
import { type AdmittedCall, type CallRecord } from '#admission';
import { type CancelSignal, type Capability, type Form, GatewayError } from '#canonical';
import { requireModelName } from '#catalog';
import { FetchTime } from '#egress';
import {
  checkTranslatable,
  JsonDocument,
  readFormParameters,
  readParameters,
  type RequestParameters,
} from '#json-scan';
import { type PriceContext } from '#metering';
import {
  CLIENT_FORMATS,
  type ClientFormatId,
  type ForwardedRequest,
  type RouteHints,
  WIRE_FORMATS,
  type WireFormat,
  type WireFormatId,
} from '#wire';
import { type Attempt } from './attempts/attempt.js';
import { type RequestSize, estimateTokens } from './billing/request-size.js';
import { type DecodedRequest, decodeRequest } from './chat/translate-request.js';
import { type ClientSide } from './client-side.js';
import { readSessionId, toSessionId } from './session-id.js';

/** A request to relay, as a surface received it. */
export interface RelayCall<Body extends Buffer | Form = Buffer | Form> {
  body: Body;
  /** Facts from the URL of the request. */
  hints: RouteHints;
  /** As received, with names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Has the token and the origin of the call. */
  admitted: AdmittedCall;
  client: ClientSide;
  record: CallRecord;
  /** Whether a policy of the gateway requires this call. The gateway has then chosen the model. */
  isByPolicy?: boolean;
}

const NO_SIZE: RequestSize = { inputTokens: 0 };
const NO_PRICE_CONTEXT: PriceContext = {};
const NO_WARNINGS: readonly string[] = [];

/** The state of one request, from its bytes to its bill. Each step reads from it and stores its results in it. */
export class RelayedRequest<Body extends Buffer | Form = Buffer | Form> {
  readonly startedAt = performance.now();
  readonly startedAtMs = Date.now();
  /** As received, and after the policies as they changed it. */
  body: Body;
  readonly hints: RouteHints;
  readonly headers: RelayCall['headers'];
  readonly requestId: string;
  readonly admitted: AdmittedCall;
  /** The session of an agent, if the client names one. */
  sessionId: string | undefined;
  readonly token: Token;
  /** Receives the response. */
  client: ClientSide;
  readonly record: CallRecord;
  readonly isByPolicy: boolean;
  /** Spent on fetching links, in all attempts together. */
  readonly linkTime = new FetchTime();
  /** The public name, without a pinned channel. */
  model = '';
  isStreamed = false;
  size: RequestSize = NO_SIZE;
  priceContext = NO_PRICE_CONTEXT;
  /** Names of the parameters that a policy has changed. */
  warnings = NO_WARNINGS;
  hedgeMs: number | undefined;
  decidingAttempt: Attempt | undefined;

  constructor(
    { body, hints, headers, admitted, client, record, isByPolicy }: RelayCall<Body>,
    readonly operation: Capability,
    readonly format: string,
  ) {
    this.body = body;
    this.hints = hints;
    this.headers = headers;
    this.requestId = admitted.requestId;
    this.admitted = admitted;
    this.sessionId = admitted.sessionId ?? readSessionId(headers);
    this.token = admitted.token;
    this.client = client;
    this.record = record;
    this.isByPolicy = isByPolicy === true;
    record.client = admitted.client;
    record.trace = admitted.trace;
    record.sessionId = this.sessionId;
    record.operation = operation;
    record.format = format;
  }

  get signal(): CancelSignal {
    return this.client.signal;
  }

  /** The parameters of the request, without its content. */
  get parameters(): RequestParameters | undefined {
    const { body } = this;
    return Buffer.isBuffer(body) ? readParameters(JsonDocument.scan(body)) : readFormParameters(body);
  }

  /** Whether to reject the request if the upstream does not support one of its parameters. */
  get isStrict(): boolean {
    return this.headers['x-modelgate-strict'] === 'true';
  }
}

/**
 * A conversation. Its top-level members are checked at once; the whole body is parsed only if it has to be translated.
 */
export class ChatRequest extends RelayedRequest<Buffer> {
  /** The format of the endpoint. */
  declare readonly format: WireFormatId;
  outline: ForwardedRequest;
  private decoded: Promise<DecodedRequest> | undefined;

  /** Throws a GatewayError that names the parameter. */
  constructor(call: RelayCall<Buffer>, format: WireFormatId) {
    super(call, 'chat', format);
    this.outline = this.readOutline();
    const { model, isStreamed } = this.outline;
    if (this.sessionId === undefined) this.readBodySessionId();
    requireModelName(model);
    this.record.model = model;
    this.record.isStreamed = isStreamed;
  }

  /** The format of the body: nearly always that of the endpoint. */
  get clientFormat(): ClientFormatId {
    return this.outline.format ?? this.format;
  }

  override get parameters(): RequestParameters | undefined {
    return readParameters(this.outline.document);
  }

  get responseContentType(): string {
    if (!this.isStreamed) return 'application/json';
    const wireFormat: WireFormat = WIRE_FORMATS[this.format];
    return wireFormat.streamContentType?.(this.hints) ?? 'text/event-stream; charset=utf-8';
  }

  /** Replaces the body with one that a policy has changed. */
  replaceBody(body: Buffer): void {
    if (body === this.body) return;
    this.body = body;
    this.decoded = undefined;
    this.outline = this.readOutline();
  }

  /** Throws if the request is too large to be translated. */
  checkTranslatable(): void {
    checkTranslatable(this.outline.valueCount, CLIENT_FORMATS[this.clientFormat].conversationName);
  }

  decode(): Promise<DecodedRequest> {
    const { clientFormat: format, body, hints } = this;
    this.decoded ??= decodeRequest({ format, body, hints });
    return this.decoded;
  }

  /** If the client is strict, throws for the first parameter that is not supported. */
  refuseIfStrict(lost: readonly { param: string; reason: string }[]): void {
    const [first] = lost;
    if (first === undefined || !this.isStrict) return;
    throw new GatewayError(
      'unsupported-parameter',
      `"${first.param}" is not supported by this model: ${first.reason}.`,
      { param: first.param },
    );
  }

  /** Reads the session from the body, if no header names it. */
  private readBodySessionId(): void {
    const { sessionId } = this.outline;
    if (sessionId === undefined) return;
    this.sessionId = toSessionId(sessionId);
    this.record.sessionId = this.sessionId;
  }

  private readOutline(): ForwardedRequest {
    const outline = WIRE_FORMATS[this.format].readRequest(this.body, this.hints);
    const { isStreamed, maxOutputTokens, serviceTier } = outline;
    this.isStreamed = isStreamed;
    this.size = { inputTokens: estimateTokens(this.body.length), maxOutputTokens };
    this.priceContext = { serviceTier };
    return outline;
  }
}
