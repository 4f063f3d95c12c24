import { GatewayError } from '#canonical';
import {
  type ForwardedRequest,
  type RouteHints,
  WIRE_FORMATS,
  type WireFormat,
  type WireFormatId,
  checkTranslatable,
} from '#wire';
import { type RequestSize, estimateTokens } from '../billing/request-size.js';
import { type DecodedRequest, decodeRequest } from './translate-request.js';

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
  private decoded: Promise<DecodedRequest> | undefined;

  constructor(readonly options: ClientRequestOptions) {
    this.outline = WIRE_FORMATS[options.format].readRequest(options.body, options.hints);
  }

  /** Whether anything that would be lost on the way is to be refused instead. */
  get isStrict(): boolean {
    return this.options.headers['x-modelgate-strict'] === 'true';
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

  /** Where this request is translated, it holds no more than that is made for. */
  checkTranslatable(): void {
    checkTranslatable(this.outline.valueCount, WIRE_FORMATS[this.options.format].conversationName);
  }

  decode(): Promise<DecodedRequest> {
    this.decoded ??= decodeRequest(this.options);
    return this.decoded;
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
