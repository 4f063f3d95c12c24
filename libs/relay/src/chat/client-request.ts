import { type ChatRequest, GatewayError, type JsonObject, type Translated } from '#canonical';
import {
  type ForwardedRequest,
  type RouteHints,
  WIRE_FORMATS,
  type WireFormat,
  type WireFormatId,
  checkTranslatable,
  isLargeJson,
  parseLargeJson,
} from '#wire';
import { type RequestSize, estimateTokens } from '../billing/request-size.js';
import { holdsForeignSignatures } from './foreign-signatures.js';

export interface ClientRequestOptions {
  format: WireFormatId;
  body: Buffer;
  hints: RouteHints;
  /** As they came, names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  requestId: string;
}

/** What the client asked for: checked in outline at once, and read as a whole only where it has to be translated. */
export class ClientRequest {
  readonly outline: ForwardedRequest;
  private parsed: JsonObject | undefined;
  private decoded: { body: JsonObject; translated: Translated<ChatRequest> } | undefined;

  constructor(readonly options: ClientRequestOptions) {
    this.outline = WIRE_FORMATS[options.format].readRequest(options.body, options.hints);
  }

  /** Whether anything that would be lost on the way is to be refused instead. */
  get isStrict(): boolean {
    return this.options.headers['x-modelgate-strict'] === 'true';
  }

  get hasForeignSignatures(): boolean {
    return holdsForeignSignatures(this.options.body);
  }

  get size(): RequestSize {
    const { maxOutputTokens } = this.outline;
    return { inputTokens: estimateTokens(this.options.body.length), maxOutputTokens };
  }

  get answerContentType(): string {
    const { format, hints } = this.options;
    if (!this.outline.isStreamed) return 'application/json';
    const wireFormat: WireFormat = WIRE_FORMATS[format];
    return wireFormat.streamContentType?.(hints) ?? 'text/event-stream; charset=utf-8';
  }

  decode(): { body: JsonObject; translated: Translated<ChatRequest> } {
    this.decoded ??= this.decodeNow();
    return this.decoded;
  }

  /** For `decode`: a large body is parsed chunk by chunk, so that others are served meanwhile. */
  async parseAhead(): Promise<void> {
    const { format, body } = this.options;
    if (this.decoded !== undefined || this.parsed !== undefined || !isLargeJson(body)) return;
    checkTranslatable(body, WIRE_FORMATS[format].conversationName);
    this.parsed = await parseLargeJson(body);
  }

  private decodeNow(): { body: JsonObject; translated: Translated<ChatRequest> } {
    const { format, body, hints } = this.options;
    const { conversationName, ingress }: WireFormat = WIRE_FORMATS[format];
    checkTranslatable(body, conversationName);
    const parsed = this.parsed ?? (JSON.parse(stripByteOrderMark(body.toString('utf8'))) as JsonObject);
    return { body: parsed, translated: ingress.decodeRequest(parsed, hints) };
  }

  /** Strict clients are told of the first loss instead of the answer. */
  refuseIfStrict(lost: readonly { param: string; reason: string }[]): void {
    const [first] = lost;
    if (first === undefined || !this.isStrict) return;
    throw new GatewayError(
      'unsupported-parameter',
      `"${first.param}" cannot be carried to this model: ${first.reason}.`,
      {
        param: first.param,
      },
    );
  }
}

function stripByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
