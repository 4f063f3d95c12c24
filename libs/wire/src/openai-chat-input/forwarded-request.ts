import { type JsonDocument, NO_ENTRY, readLimit, ROOT } from '#json-scan';
import { CHAT_LIMITS, GENERATION_MEMBERS } from '../openai-dialect/generation-members.js';
import { type StreamableRequest } from '../openai-dialect/validate-members.js';
import { RESPONSES_RULES } from '../openai-responses/checked-members.js';
import { ForwardedResponsesRequest } from '../openai-responses/forwarded-request.js';
import { CheckedMembers } from '../validation/checked-members.js';
import { type ForwardedRequest, type StreamTap } from '../wire-format.js';

/** The body of a Chat Completions request has `input` instead of `messages`. */
export function isInputBody(document: JsonDocument): boolean {
  return !hasMember(document, 'messages') && hasMember(document, 'input');
}

function hasMember(document: JsonDocument, key: string): boolean {
  const entry = document.outline.findMember(ROOT, key, document.bytes);
  return entry !== NO_ENTRY && document.kindAt(entry) !== 'null';
}

/** A Responses request that may also have the limits of Chat Completions. */
const CHAT_INPUT_MEMBERS = new CheckedMembers<StreamableRequest>({
  n: GENERATION_MEMBERS.n,
  ...RESPONSES_RULES,
  ...CHAT_LIMITS,
});

/** A request that is decoded like Responses and whose response is encoded like Chat Completions. */
export class ForwardedInputRequest implements ForwardedRequest {
  readonly format = 'openai-chat-input';
  readonly model: string;
  readonly isStreamed: boolean;

  private constructor(
    readonly document: JsonDocument,
    private readonly request: ForwardedResponsesRequest,
  ) {
    this.model = request.model;
    this.isStreamed = request.isStreamed;
  }

  static read(document: JsonDocument): ForwardedInputRequest {
    const request = ForwardedResponsesRequest.read(document, CHAT_INPUT_MEMBERS);
    return new ForwardedInputRequest(document, request);
  }

  get valueCount(): number {
    return this.request.valueCount;
  }

  get maxOutputTokens(): number | undefined {
    const limit = readLimit(this.document, 'max_output_tokens', 'max_completion_tokens', 'max_tokens');
    return limit === undefined ? undefined : limit * (readLimit(this.document, 'n') ?? 1);
  }

  get serviceTier(): string | undefined {
    return this.request.serviceTier;
  }

  get opening(): Buffer {
    return this.request.opening;
  }

  retarget(): Buffer {
    throw cannotForward();
  }

  createStreamTap(): StreamTap {
    throw cannotForward();
  }
}

function cannotForward(): Error {
  return new Error('openai-chat-input requests are always translated');
}
