import { type AssistantPart, type TextPart, type UserPart } from '#canonical';
import {
  decodeTextPart,
  decodeToolResultPart,
  decodeUserPart as decodeChatUserPart,
} from '../openai-chat/content-parts.js';
import { decodeReasoning } from '../openai-chat/decode-messages.js';
import { decodeCallSignature } from '../openai-chat/reasoning-signature.js';
import { ConversationReader, readArguments } from '../openai-responses/decode-input.js';
import {
  decodeAssistantPart,
  decodeContent,
  decodeSystemPart,
  decodeToolOutputPart,
  decodeUserPart,
} from '../openai-responses/decode-parts.js';
import { wrapCustomInput } from '../openai-responses/tools.js';
import { type RequestObject } from '../validation/request-object.js';

const ROLES = ['user', 'assistant', 'system', 'developer', 'tool'] as const;
/** Types of parts that only the Chat Completions format has. */
const CHAT_PARTS: ReadonlySet<unknown> = new Set(['text', 'image_url', 'file']);

/** Decodes an input that may also contain messages, tool calls and results of Chat Completions. */
export class MixedConversationReader extends ConversationReader {
  protected override addMessage(item: RequestObject): void {
    const role = item.requiredOneOf('role', ROLES);
    switch (role) {
      case 'user':
        this.messages.push({ role, content: decodeContent(item, 'content', decodeMixedUserPart) });
        return;
      case 'assistant':
        return this.addAssistantParts(...this.decodeAssistant(item));
      case 'tool':
        return this.pushResult(
          item.nonEmptyString('tool_call_id'),
          decodeContent(item, 'content', decodeMixedResultPart),
        );
      case 'system':
      case 'developer':
        this.messages.push({
          role: 'system',
          content: decodeContent(item, 'content', decodeMixedSystemPart),
        });
    }
  }

  /** The arguments of a custom tool's call are its plain text, as they were sent to the client. */
  protected override addFunctionCall(item: RequestObject): void {
    if (!this.isCustom(item.nonEmptyString('name'))) return super.addFunctionCall(item);
    this.addNamedCall(item, 'custom', wrapCustomInput(item.requiredString('arguments')));
  }

  private decodeAssistant(item: RequestObject): AssistantPart[] {
    const calls = item.eachObject('tool_calls', (call) => this.decodeCall(call)) ?? [];
    const refusal = item.string('refusal') ?? '';
    // A message with only tool calls needs no content.
    const hasNoContent = !item.has('content') && (calls.length > 0 || refusal !== '');
    const content = hasNoContent ? [] : decodeContent(item, 'content', decodeMixedAssistantPart);
    return [
      ...decodeReasoning(item),
      ...content.filter((part) => part.type !== 'text' || part.text !== ''),
      ...(refusal === '' ? [] : [{ type: 'refusal' as const, text: refusal }]),
      ...calls,
    ];
  }

  private decodeCall(call: RequestObject): AssistantPart {
    const kind = call.oneOf('type', ['function', 'custom']) ?? 'function';
    const definition = call.requiredObject(kind);
    const name = definition.nonEmptyString('name');
    const key = kind === 'custom' ? 'input' : 'arguments';
    const text =
      kind === 'custom' || this.isCustom(name)
        ? wrapCustomInput(definition.requiredString(key))
        : readArguments(definition);
    const flatName = this.catalog.getFlatName({ kind: this.isCustom(name) ? 'custom' : 'function', name });
    const id = call.nonEmptyString('id');
    return { type: 'tool-call', id, name: flatName, arguments: text, ...decodeCallSignature(call) };
  }

  private isCustom(name: string): boolean {
    return this.catalog.find(name)?.kind === 'custom';
  }
}

function isChatPart(part: RequestObject): boolean {
  return CHAT_PARTS.has(part.value('type'));
}

function decodeMixedUserPart(part: RequestObject): UserPart {
  return isChatPart(part) ? decodeChatUserPart(part) : decodeUserPart(part);
}

function decodeMixedResultPart(part: RequestObject): Exclude<UserPart, { type: 'audio' }> {
  return isChatPart(part) ? decodeToolResultPart(part) : decodeToolOutputPart(part);
}

function decodeMixedSystemPart(part: RequestObject): TextPart {
  return isChatPart(part) ? decodeTextPart(part) : decodeSystemPart(part);
}

function decodeMixedAssistantPart(part: RequestObject): AssistantPart {
  return isChatPart(part) ? decodeTextPart(part) : decodeAssistantPart(part);
}
