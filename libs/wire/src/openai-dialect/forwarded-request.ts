import { conversationOpening } from '../json-scan/conversation-opening.js';
import { JsonDocument } from '../json-scan/json-document.js';
import { type JsonMember } from '../json-scan/json-outline.js';
import { readLimit, readText } from '../json-scan/small-members.js';
import { type ByteEdit, spliceBytes } from '../json-scan/splice-bytes.js';
import { type ForwardedRequest, type StreamTap } from '../wire-format.js';
import { refuseRoutingFields } from '../validation/routing-fields.js';
import { ChunkStreamTap } from './stream-tap.js';
import { type StreamableRequest } from './validate-members.js';

/** A request whose answer is streamed in chunks, sent on as it came but for the model and the request for usage. */
export class ForwardedChunkRequest implements ForwardedRequest {
  readonly model: string;
  readonly isStreamed: boolean;
  private readonly asksForUsage: boolean;

  private constructor(
    private readonly document: JsonDocument,
    private readonly modelMember: JsonMember,
    private readonly request: StreamableRequest,
  ) {
    this.model = request.model;
    this.isStreamed = request.stream === true;
    this.asksForUsage = request.stream_options?.include_usage === true;
  }

  /** `validate` parses what it checks of the document, and throws where it is wrong. */
  static read(body: Buffer, validate: (document: JsonDocument) => StreamableRequest): ForwardedChunkRequest {
    const document = JsonDocument.scan(body);
    refuseRoutingFields(document.members.map((member) => member.key));
    const request = validate(document);
    const model = document.member('model');
    if (model === undefined) throw new Error('a validated request has a model');
    return new ForwardedChunkRequest(document, model, request);
  }

  get valueCount(): number {
    return this.document.valueCount;
  }

  get maxOutputTokens(): number | undefined {
    const limit = readLimit(this.document, 'max_completion_tokens', 'max_tokens');
    return limit === undefined ? undefined : limit * (readLimit(this.document, 'n') ?? 1);
  }

  get serviceTier(): string | undefined {
    return readText(this.document, 'service_tier');
  }

  get opening(): Buffer {
    return conversationOpening(
      this.document,
      this.document.member('messages') === undefined ? 'prompt' : 'messages',
    );
  }

  retarget(upstreamModel: string): Buffer {
    const edits: ByteEdit[] = [];
    if (upstreamModel !== this.model) {
      edits.push({ ...this.modelMember, replacement: JSON.stringify(upstreamModel) });
    }
    if (this.isStreamed && !this.asksForUsage) edits.push(this.usageOption());
    return spliceBytes(this.document.bytes, edits);
  }

  createStreamTap(secrets: readonly string[]): StreamTap {
    return new ChunkStreamTap({ withoutUsageChunk: !this.asksForUsage, secrets });
  }

  /** Asks the upstream for the usage chunk: no bill can be made from a stream without it. */
  private usageOption(): ByteEdit {
    const options = this.document.member('stream_options');
    if (options !== undefined) {
      const replacement = JSON.stringify({ ...this.request.stream_options, include_usage: true });
      return { start: options.start, end: options.end, replacement };
    }
    const behindModel = this.modelMember.end;
    return { start: behindModel, end: behindModel, replacement: ',"stream_options":{"include_usage":true}' };
  }
}

/** The values of the members that are looked at; the others are left unparsed. */
export function parseMembers(document: JsonDocument, keys: readonly string[]): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const key of keys) {
    const member = document.member(key);
    if (member !== undefined) members[key] = document.value(member);
  }
  return members;
}
