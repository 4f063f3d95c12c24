import { type Token } from '#access';
import { type AdmittedCall } from '#admission';
import { type CancelSignal, type Capability, type Form, GatewayError } from '#canonical';
import { requireModelName } from '#catalog';
import { FetchTime } from '#egress';
import { type PriceContext } from '#metering';
import {
  CLIENT_FORMATS,
  type ClientFormatId,
  type ForwardedRequest,
  JsonDocument,
  type RequestParameters,
  type RouteHints,
  WIRE_FORMATS,
  type WireFormat,
  type WireFormatId,
  checkTranslatable,
  readFormParameters,
  readParameters,
} from '#wire';
import { type Attempt } from './attempts/attempt.js';
import { type RequestSize, estimateTokens } from './billing/request-size.js';
import { type DecodedRequest, decodeRequest } from './chat/translate-request.js';
import { type ClientSide } from './client-side.js';
import { type RelayRecord } from './relay-record.js';
import { readSessionId, toSessionId } from './session-id.js';

/** What a client asks for, as it comes from whoever received it. */
export interface RelayCall<Body extends Buffer | Form = Buffer | Form> {
  body: Body;
  /** What the address of the request says. */
  hints: RouteHints;
  /** As they came, names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  requestId: string;
  /** That the limits of the token allow it. */
  admitted: AdmittedCall;
  /** Where it is known from elsewhere; otherwise the headers and the body may say it. */
  sessionId?: string | undefined;
  token: Token;
  client: ClientSide;
  record: RelayRecord;
  /** Whether it is made because a policy says so: then it is the gateway that has chosen its model. */
  isByPolicy?: boolean;
}

const NO_SIZE: RequestSize = { inputTokens: 0 };
const NO_PRICE_CONTEXT: PriceContext = {};
const NO_WARNINGS: readonly string[] = [];

/** One request on its way, from its bytes to its bill. Every step reads here, and notes here what it has found out. */
export class RelayedRequest<Body extends Buffer | Form = Buffer | Form> {
  readonly startedAt = performance.now();
  readonly startedAtMs = Date.now();
  /** As it came; as it goes on, once the policies have seen it. */
  body: Body;
  readonly hints: RouteHints;
  readonly headers: RelayCall['headers'];
  readonly requestId: string;
  readonly admitted: AdmittedCall;
  /** Which session of an agent it belongs to, where the client says so. */
  sessionId: string | undefined;
  readonly token: Token;
  /** Whom to answer. */
  client: ClientSide;
  readonly record: RelayRecord;
  readonly isByPolicy: boolean;
  /** Of all links that are fetched for it, in all attempts. */
  readonly linkTime = new FetchTime();
  /** As the client names it, without the channel that it may have pinned. */
  model = '';
  isStreamed = false;
  size: RequestSize = NO_SIZE;
  priceContext = NO_PRICE_CONTEXT;
  /** Parameters that a policy has changed. */
  warnings = NO_WARNINGS;
  hedgeMs: number | undefined;
  lead: Attempt | undefined;

  constructor(
    {
      body,
      hints,
      headers,
      requestId,
      admitted,
      sessionId,
      token,
      client,
      record,
      isByPolicy,
    }: RelayCall<Body>,
    readonly operation: Capability,
    readonly format: string,
  ) {
    this.body = body;
    this.hints = hints;
    this.headers = headers;
    this.requestId = requestId;
    this.admitted = admitted;
    this.sessionId = sessionId ?? readSessionId(headers);
    this.token = token;
    this.client = client;
    this.record = record;
    this.isByPolicy = isByPolicy === true;
    record.sessionId = this.sessionId;
    record.operation = operation;
    record.format = format;
  }

  get signal(): CancelSignal {
    return this.client.signal;
  }

  /** What it asks for besides content. */
  get parameters(): RequestParameters | undefined {
    const { body } = this;
    return Buffer.isBuffer(body) ? readParameters(JsonDocument.scan(body)) : readFormParameters(body);
  }

  /** Whether anything that would be lost on the way is to be refused instead. */
  get isStrict(): boolean {
    return this.headers['x-modelgate-strict'] === 'true';
  }
}

/** A request of a conversation: checked in outline at once, and read as a whole only where it has to be translated. */
export class ChatRequest extends RelayedRequest<Buffer> {
  /** Of the endpoint. */
  declare readonly format: WireFormatId;
  outline: ForwardedRequest;
  private decoded: Promise<DecodedRequest> | undefined;

  /** Throws a GatewayError that names the parameter. */
  constructor(call: RelayCall<Buffer>, format: WireFormatId) {
    super(call, 'chat', format);
    this.outline = this.read();
    const { model, isStreamed } = this.outline;
    if (this.sessionId === undefined) this.readSessionId();
    requireModelName(model);
    this.record.model = model;
    this.record.isStreamed = isStreamed;
  }

  /** What the body is in: nearly always the format of the endpoint. */
  get clientFormat(): ClientFormatId {
    return this.outline.format ?? this.format;
  }

  override get parameters(): RequestParameters | undefined {
    return readParameters(this.outline.document);
  }

  get answerContentType(): string {
    if (!this.isStreamed) return 'application/json';
    const wireFormat: WireFormat = WIRE_FORMATS[this.format];
    return wireFormat.streamContentType?.(this.hints) ?? 'text/event-stream; charset=utf-8';
  }

  /** For what a policy has made of it. */
  replaceBody(body: Buffer): void {
    if (body === this.body) return;
    this.body = body;
    this.decoded = undefined;
    this.outline = this.read();
  }

  /** Where this request is translated, it holds no more than that is made for. */
  checkTranslatable(): void {
    checkTranslatable(this.outline.valueCount, CLIENT_FORMATS[this.clientFormat].conversationName);
  }

  decode(): Promise<DecodedRequest> {
    const { clientFormat: format, body, hints } = this;
    this.decoded ??= decodeRequest({ format, body, hints });
    return this.decoded;
  }

  /** Strict clients are told of the first loss instead of the answer. */
  refuseIfStrict(lost: readonly { param: string; reason: string }[]): void {
    const [first] = lost;
    if (first === undefined || !this.isStrict) return;
    throw new GatewayError(
      'unsupported-parameter',
      `"${first.param}" cannot be carried to this model: ${first.reason}.`,
      { param: first.param },
    );
  }

  /** No header names the session. */
  private readSessionId(): void {
    const { sessionId } = this.outline;
    if (sessionId === undefined) return;
    this.sessionId = toSessionId(sessionId);
    this.record.sessionId = this.sessionId;
  }

  private read(): ForwardedRequest {
    const outline = WIRE_FORMATS[this.format].readRequest(this.body, this.hints);
    const { isStreamed, maxOutputTokens, serviceTier } = outline;
    this.isStreamed = isStreamed;
    this.size = { inputTokens: estimateTokens(this.body.length), maxOutputTokens };
    this.priceContext = { serviceTier };
    return outline;
  }
}
