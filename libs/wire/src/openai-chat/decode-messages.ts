import {
  type AssistantMessage,
  type AssistantPart,
  type Message,
  type ToolResult,
  type Warning,
} from '#canonical';
import { unsupported, wrongType, wrongValue } from '../validation/faults.js';
import { type RequestObject } from '../validation/request-object.js';
import { decodeContent, decodeTextPart, decodeToolResultPart, decodeUserPart } from './content-parts.js';
import { decodeCallSignature, decodeThinkingBlock } from './reasoning-signature.js';

const ROLES = ['developer', 'system', 'user', 'assistant', 'tool', 'function'] as const;

type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;

export function decodeMessages(fields: RequestObject, warnings: Warning[]): Message[] {
  const messages = fields.requiredObjects('messages');
  if (messages.length === 0) throw wrongValue('messages', 'must contain at least one message');
  const conversation = new Conversation();
  for (const [index, message] of messages.entries()) {
    conversation.add(message, index);
    if (isNamedSpeaker(message)) {
      const reason = 'other formats do not support participant names';
      warnings.push({ field: { param: message.getPath('name') }, reason });
    }
  }
  return conversation.messages;
}

function isNamedSpeaker(message: RequestObject): boolean {
  return message.has('name') && message.value('role') !== 'function' && message.value('role') !== 'tool';
}

class Conversation {
  readonly messages: Message[] = [];
  /** The names of called tools by the id of the call. */
  private readonly calledTools = new Map<string, string>();

  add(message: RequestObject, index: number): void {
    switch (message.requiredOneOf('role', ROLES)) {
      case 'developer':
      case 'system':
        this.messages.push({ role: 'system', content: decodeContent(message, decodeTextPart) });
        return;
      case 'user':
        this.messages.push({ role: 'user', content: decodeContent(message, decodeUserPart) });
        return;
      case 'assistant':
        return this.addAssistantMessage(decodeAssistant(message, `call_function_${index}`));
      case 'tool':
        return this.addResult(this.readToolResult(message));
      case 'function':
        return this.addResult(this.readFunctionResult(message));
    }
  }

  private addAssistantMessage(message: AssistantMessage): void {
    this.messages.push(message);
    for (const part of message.content)
      if (part.type === 'tool-call') this.calledTools.set(part.id, part.name);
  }

  /** Adjacent results are of the same assistant message. */
  private addResult(result: ToolResult): void {
    const last = this.messages.at(-1);
    if (last?.role === 'tool') last.results.push(result);
    else this.messages.push({ role: 'tool', results: [result] });
  }

  private readToolResult(message: RequestObject): ToolResult {
    const callId = message.requiredString('tool_call_id');
    const name = this.calledTools.get(callId);
    if (name === undefined)
      throw wrongValue(message.getPath('tool_call_id'), 'does not match a previous tool call');
    return { callId, name, content: decodeContent(message, decodeToolResultPart), isError: false };
  }

  /** The legacy form of a result names the function; it belongs to the latest call of it. */
  private readFunctionResult(message: RequestObject): ToolResult {
    const name = message.requiredString('name');
    const callId = [...this.calledTools.keys()].findLast((id) => this.calledTools.get(id) === name);
    if (callId === undefined)
      throw wrongValue(message.getPath('name'), 'does not match a previous function call');
    const content = message.has('content') ? decodeContent(message, decodeTextPart) : [];
    return { callId, name, content, isError: false };
  }
}

/** The parts in the order in which models generate them: reasoning, text, calls. */
function decodeAssistant(message: RequestObject, functionCallId: string): AssistantMessage {
  if (message.has('audio')) {
    throw unsupported(message.getPath('audio'), 'refers to audio that exists only at its provider');
  }
  const refusal = message.string('refusal');
  return {
    role: 'assistant',
    content: [
      ...decodeReasoning(message),
      ...decodeAssistantContent(message),
      ...(refusal ? [{ type: 'refusal' as const, text: refusal }] : []),
      ...(message.objects('tool_calls') ?? []).map(decodeToolCall),
      ...decodeFunctionCall(message, functionCallId),
    ],
  };
}

export function decodeReasoning(message: RequestObject): AssistantPart[] {
  const blocks = message.objects('thinking_blocks') ?? [];
  if (blocks.length > 0) return blocks.map(decodeThinkingBlock);
  const text = message.string('reasoning_content') ?? message.string('reasoning');
  return text ? [{ type: 'reasoning', text }] : [];
}

function decodeAssistantContent(message: RequestObject): AssistantPart[] {
  const content = message.value('content');
  if (content === undefined || content === '') return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) throw wrongType(message.getPath('content'), 'a string or an array of parts');
  return (message.objects('content') ?? []).map(decodeAssistantPart);
}

function decodeAssistantPart(part: RequestObject): AssistantPart {
  switch (part.requiredString('type')) {
    case 'text':
      return { type: 'text', text: part.requiredString('text') };
    case 'refusal':
      return { type: 'refusal', text: part.requiredString('refusal') };
    default:
      throw wrongValue(part.getPath('type'), 'must be text or refusal in an assistant message');
  }
}

function decodeToolCall(call: RequestObject): ToolCall {
  const type = call.string('type') ?? 'function';
  if (type !== 'function') {
    throw unsupported(call.getPath('type'), `is a tool call type that other formats do not support: ${type}`);
  }
  return {
    type: 'tool-call',
    id: call.nonEmptyString('id'),
    ...decodeFunction(call.requiredObject('function')),
    ...decodeCallSignature(call),
  };
}

function decodeFunctionCall(message: RequestObject, id: string): ToolCall[] {
  const call = message.object('function_call');
  return call === undefined ? [] : [{ type: 'tool-call', id, ...decodeFunction(call) }];
}

function decodeFunction(call: RequestObject): Pick<ToolCall, 'name' | 'arguments'> {
  const name = call.nonEmptyString('name');
  const text = call.string('arguments') ?? '';
  if (text.trim() === '') return { name, arguments: '{}' };
  if (!isJson(text)) throw wrongValue(call.getPath('arguments'), 'is not valid JSON');
  return { name, arguments: text };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
