import { type JsonMember } from '../json-scan/json-scanner.js';
import { JsonDocument } from '../json-scan/json-document.js';
import { type ByteEdit, spliceBytes } from '../json-scan/splice-bytes.js';
import { type ForwardedRequest, type StreamTap } from '../wire-format.js';
import { outlineConversation } from './conversation.js';
import { ChatStreamTap } from './stream-tap.js';
import { type ChatRequestDto, PARSED_MEMBERS } from './request.dto.js';
import { refuseRoutingFields, validateChatRequest } from './validate-request.js';

export class ForwardedChatRequest implements ForwardedRequest {
  readonly model: string;
  readonly isStreamed: boolean;
  private readonly asksForUsage: boolean;

  private constructor(
    private readonly document: JsonDocument,
    private readonly modelMember: JsonMember,
    private readonly request: ChatRequestDto,
  ) {
    this.model = request.model;
    this.isStreamed = request.stream === true;
    this.asksForUsage = request.stream_options?.include_usage === true;
  }

  static read(body: Buffer): ForwardedChatRequest {
    const document = JsonDocument.scan(body);
    refuseRoutingFields(document.members.map((member) => member.key));
    const request = validateChatRequest(readMembers(document));
    const model = document.member('model');
    if (model === undefined) throw new Error('a validated request has a model');
    return new ForwardedChatRequest(document, model, request);
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
    return new ChatStreamTap({ withoutUsageChunk: !this.asksForUsage, secrets });
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

function readMembers(document: JsonDocument): Partial<ChatRequestDto> {
  const members: Record<string, unknown> = {};
  for (const key of PARSED_MEMBERS) {
    const member = document.member(key);
    if (member !== undefined) members[key] = document.value(member);
  }
  const messages = document.member('messages');
  if (messages !== undefined && document.kind(messages) !== 'null') {
    members['messages'] = outlineConversation(document, messages);
  }
  return members;
}
