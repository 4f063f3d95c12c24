import { type AssistantMessage, type AssistantPart } from '#canonical';
import { unsupported, wrongType, wrongValue } from '../openai-dialect/faults.js';
import { type RequestObject } from '../openai-dialect/request-object.js';
import { decodeThinkingBlock } from './thinking-blocks.js';
import { decodeCallSignature } from './thought-signature.js';

type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;

/** The parts in the order in which a model makes them: thought, said, called. */
export function decodeAssistant(message: RequestObject, functionCallId: string): AssistantMessage {
  if (message.has('audio')) {
    throw unsupported(message.getPath('audio'), 'names a recording that only one service knows');
  }
  const refusal = message.string('refusal');
  return {
    role: 'assistant',
    content: [
      ...decodeReasoning(message),
      ...decodeWords(message),
      ...(refusal ? [{ type: 'refusal' as const, text: refusal }] : []),
      ...(message.objects('tool_calls') ?? []).map(decodeToolCall),
      ...decodeFunctionCall(message, functionCallId),
    ],
  };
}

function decodeReasoning(message: RequestObject): AssistantPart[] {
  const blocks = message.objects('thinking_blocks') ?? [];
  if (blocks.length > 0) return blocks.map(decodeThinkingBlock);
  const text = message.string('reasoning_content') ?? message.string('reasoning');
  return text ? [{ type: 'reasoning', text }] : [];
}

function decodeWords(message: RequestObject): AssistantPart[] {
  const content = message.value('content');
  if (content === undefined || content === '') return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) throw wrongType(message.getPath('content'), 'a string or an array of parts');
  return (message.objects('content') ?? []).map(decodeSpokenPart);
}

function decodeSpokenPart(part: RequestObject): AssistantPart {
  switch (part.requiredString('type')) {
    case 'text':
      return { type: 'text', text: part.requiredString('text') };
    case 'refusal':
      return { type: 'refusal', text: part.requiredString('refusal') };
    default:
      throw wrongValue(part.getPath('type'), 'must be text or refusal in a message of the assistant');
  }
}

function decodeToolCall(call: RequestObject): ToolCall {
  const type = call.string('type') ?? 'function';
  if (type !== 'function') {
    throw unsupported(call.getPath('type'), `is a kind of tool call that no other format has: ${type}`);
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
  if (!isJson(text)) throw wrongValue(call.getPath('arguments'), 'is not JSON');
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
