import { conversationOpening } from '../json-scan/conversation-opening.js';
import { JsonDocument } from '../json-scan/json-document.js';
import { type JsonMember } from '../json-scan/json-outline.js';
import { readLimit } from '../json-scan/small-members.js';
import { spliceBytes } from '../json-scan/splice-bytes.js';
import { type ForwardedRequest, type StreamTap } from '../wire-format.js';
import { refuseRoutingFields } from '../validation/routing-fields.js';
import { MessageStreamTap } from './stream-tap.js';
import { validateMessagesRequest } from './validate-request.js';

/** A request that is sent on as it came, but for the name of the model. */
export class ForwardedMessagesRequest implements ForwardedRequest {
  private constructor(
    readonly model: string,
    readonly isStreamed: boolean,
    private readonly document: JsonDocument,
    private readonly modelMember: JsonMember,
  ) {}

  static read(body: Buffer): ForwardedMessagesRequest {
    const document = JsonDocument.scan(body);
    refuseRoutingFields(document.members.map((member) => member.key));
    const { model, stream } = validateMessagesRequest(document);
    const member = document.member('model');
    if (member === undefined) throw new Error('a validated request has a model');
    return new ForwardedMessagesRequest(model, stream === true, document, member);
  }

  get valueCount(): number {
    return this.document.valueCount;
  }

  get maxOutputTokens(): number | undefined {
    return readLimit(this.document, 'max_tokens');
  }

  get opening(): Buffer {
    return conversationOpening(this.document, 'messages');
  }

  retarget(upstreamModel: string): Buffer {
    if (upstreamModel === this.model) return this.document.bytes;
    const edit = { ...this.modelMember, replacement: JSON.stringify(upstreamModel) };
    return spliceBytes(this.document.bytes, [edit]);
  }

  createStreamTap(secrets: readonly string[]): StreamTap {
    return new MessageStreamTap(secrets);
  }
}
