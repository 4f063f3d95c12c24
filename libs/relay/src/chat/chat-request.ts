import { GatewayError } from '#canonical';
import { requireModelName } from '#catalog';
import {
  type ForwardedRequest,
  WIRE_FORMATS,
  type WireFormat,
  type WireFormatId,
  checkTranslatable,
} from '#wire';
import { estimateTokens } from '../billing/request-size.js';
import { type RelayCall, RelayedRequest } from '../relayed-request.js';
import { type DecodedRequest, decodeRequest } from './translate-request.js';

/** A request of a conversation: checked in outline at once, and read as a whole only where it has to be translated. */
export class ChatRequest extends RelayedRequest<Buffer> {
  declare readonly format: WireFormatId;
  outline: ForwardedRequest;
  private decoded: Promise<DecodedRequest> | undefined;

  /** Throws a GatewayError that names the parameter. */
  constructor(call: RelayCall<Buffer>, format: WireFormatId) {
    super(call, 'chat', format);
    this.outline = this.read();
    const { model, isStreamed } = this.outline;
    requireModelName(model);
    this.record.model = model;
    this.record.isStreamed = isStreamed;
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
    checkTranslatable(this.outline.valueCount, WIRE_FORMATS[this.format].conversationName);
  }

  decode(): Promise<DecodedRequest> {
    this.decoded ??= decodeRequest(this);
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

  private read(): ForwardedRequest {
    const outline = WIRE_FORMATS[this.format].readRequest(this.body, this.hints);
    const { isStreamed, maxOutputTokens, serviceTier } = outline;
    this.isStreamed = isStreamed;
    this.size = { inputTokens: estimateTokens(this.body.length), maxOutputTokens };
    this.priceContext = { serviceTier };
    return outline;
  }
}
