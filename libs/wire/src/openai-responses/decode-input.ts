import { type AssistantPart, type Message, type ReasoningSignature, type ToolResult } from '#canonical';
import { openCarriedSignature } from './carried-signature.js';
import { type ClientField } from './client-field.js';
import { wrapCustomInput } from './custom-tool.js';
import {
  decodeAssistantPart,
  decodeContent,
  decodeSystemPart,
  decodeToolOutputPart,
  decodeUserPart,
} from './decode-parts.js';

export function decodeInput(input: ClientField): Message[] {
  if (typeof input.value === 'string') {
    return [{ role: 'user', content: [{ type: 'text', text: input.value }] }];
  }
  if (input.isGiven && !Array.isArray(input.value)) {
    throw input.fault('invalid-type', 'must be a string or an array of items');
  }
  const conversation = new ConversationReader();
  for (const item of input.elements()) conversation.add(item);
  if (conversation.messages.length === 0) throw input.fault('invalid-value', 'must hold at least one item');
  return conversation.messages;
}

/** Items are finer than turns: the reasoning, text and calls of one turn stand side by side. */
class ConversationReader {
  readonly messages: Message[] = [];
  private readonly callNames = new Map<string, string>();

  add(item: ClientField): void {
    const type = item.member('type');
    switch (type.value ?? (item.member('role').isGiven ? 'message' : 'item_reference')) {
      case 'message':
        return this.addMessage(item);
      case 'reasoning':
        return this.addReasoning(item);
      case 'function_call':
        return this.addCall(item, readArguments(item.member('arguments')));
      case 'custom_tool_call':
        return this.addCall(item, wrapCustomInput(item.member('input').string()));
      case 'function_call_output':
      case 'custom_tool_call_output':
        return this.addResult(item);
      case 'item_reference':
        throw item.unsupported('refers to an item that the gateway does not have');
      default:
        type.string();
        throw type.unsupported('is an item that only a model service of this format understands');
    }
  }

  private addMessage(item: ClientField): void {
    const role = item.member('role').oneOf(['user', 'assistant', 'system', 'developer']);
    const content = item.member('content');
    switch (role) {
      case 'user':
        this.messages.push({ role, content: decodeContent(content, decodeUserPart) });
        return;
      case 'assistant':
        return this.addToTurn(...decodeContent(content, decodeAssistantPart));
      case 'system':
      case 'developer':
        this.messages.push({ role: 'system', content: decodeContent(content, decodeSystemPart) });
    }
  }

  private addReasoning(item: ClientField): void {
    const texts = [...getTexts(item.member('summary')), ...getTexts(item.member('content'))];
    const text = texts.join('\n\n');
    const encrypted = item.member('encrypted_content').ifGiven((field) => field.string());
    const carried = encrypted === undefined ? undefined : openCarriedSignature(encrypted);
    if (carried === undefined) {
      if (text !== '') this.addToTurn({ type: 'reasoning', text });
      return;
    }
    const { of, signature } = carried;
    if (of === 'call') return this.proveLastCall(signature);
    this.addToTurn({
      type: 'reasoning',
      text,
      signature,
      ...(of === 'reasoning' ? {} : { isRedacted: true }),
    });
  }

  private proveLastCall(signature: ReasoningSignature): void {
    const turn = this.messages.at(-1);
    const call = turn?.role === 'assistant' ? turn.content.at(-1) : undefined;
    if (call?.type === 'tool-call') call.signature = signature;
  }

  private addCall(item: ClientField, argumentsText: string): void {
    const id = item.member('call_id').word();
    const name = item.member('name').word();
    this.callNames.set(id, name);
    this.addToTurn({ type: 'tool-call', id, name, arguments: argumentsText });
  }

  private addResult(item: ClientField): void {
    const callId = item.member('call_id').word();
    const name = this.callNames.get(callId);
    const result: ToolResult = {
      callId,
      ...(name === undefined ? {} : { name }),
      content: decodeContent(item.member('output'), decodeToolOutputPart),
      isError: false,
    };
    const turn = this.messages.at(-1);
    if (turn?.role === 'tool') turn.results.push(result);
    else this.messages.push({ role: 'tool', results: [result] });
  }

  private addToTurn(...parts: AssistantPart[]): void {
    if (parts.length === 0) return;
    const turn = this.messages.at(-1);
    if (turn?.role === 'assistant') turn.content.push(...parts);
    else this.messages.push({ role: 'assistant', content: parts });
  }
}

function getTexts(parts: ClientField): string[] {
  return parts.ifGiven((field) => field.elements().map((part) => part.member('text').string())) ?? [];
}

function readArguments(field: ClientField): string {
  const text = field.string();
  if (text.trim() === '') return '{}';
  try {
    JSON.parse(text);
  } catch {
    throw field.fault('invalid-value', 'must be JSON text');
  }
  return text;
}
