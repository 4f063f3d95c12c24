import {
  type AssistantMessage,
  type AssistantPart,
  type ChatRequest,
  type ImagePart,
  type Message,
  type Tool,
  type ToolChoice as ChatToolChoice,
  type ToolResult,
  type UserPart,
} from '#canonical';
import { type StoredItem } from '../items/stored-item.js';
import { type AssistantItem, type CallItem, type UserContent, type UserItem } from '../protocol/item.js';
import { type FunctionTool, type ToolChoice } from '../protocol/session-config.js';
import { type ResponsePlan } from './response-plan.js';

/** Replaces audio without a transcript. */
const INAUDIBLE = '[inaudible]';
const NO_RESULT = 'No result yet.';

/** Builds the request to the chat model. */
export function buildChatRequest(
  plan: ResponsePlan,
  model: string,
  maxResponseTokens = Infinity,
): ChatRequest {
  const { instructions, tools, allowsParallelCalls, reasoning, temperature } = plan;
  const requestedTokens = plan.maxOutputTokens === 'inf' ? Infinity : plan.maxOutputTokens;
  const maxOutputTokens = Math.min(requestedTokens, maxResponseTokens);
  const system = { role: 'system' as const, content: [{ type: 'text' as const, text: instructions }] };
  return {
    model,
    isStreamed: true,
    messages: [...(instructions.trim() === '' ? [] : [system]), ...buildChatMessages(plan.context)],
    ...(tools.length > 0 ? { tools: tools.map(chatTool), toolChoice: chatToolChoice(plan.toolChoice) } : {}),
    ...(tools.length > 0 && allowsParallelCalls !== undefined ? { allowsParallelCalls } : {}),
    ...(maxOutputTokens === Infinity ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(reasoning?.effort ? { reasoning: { effort: reasoning.effort } } : {}),
  };
}

function chatTool({ name, description, parameters }: FunctionTool): Tool {
  return { name, ...(description ? { description } : {}), ...(parameters ? { parameters } : {}) };
}

function chatToolChoice(choice: ToolChoice): ChatToolChoice {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', name: choice.name };
}

/**
 * Converts the conversation to chat messages: speech becomes its transcript, and each call is followed by its result.
 */
export function buildChatMessages(items: readonly StoredItem[]): Message[] {
  return new MessageWriter(items).write();
}

class MessageWriter {
  private readonly messages: Message[] = [];
  private readonly outputs = new Map<string, string>();
  private pendingCalls: CallItem[] = [];

  constructor(private readonly items: readonly StoredItem[]) {
    for (const { item } of items) {
      if (item.type === 'function_call_output') this.outputs.set(item.call_id, item.output);
    }
  }

  write(): Message[] {
    for (const stored of this.items) {
      if (stored.item.status === 'in_progress') continue;
      if (stored.item.type === 'function_call') this.addCall(stored, stored.item);
      else this.addOther(stored);
    }
    this.addCallResults();
    return this.messages;
  }

  private addOther(stored: StoredItem): void {
    this.addCallResults();
    const { item } = stored;
    if (item.type !== 'message') return;
    if (item.role === 'system') {
      const content = item.content.map(({ text }) => ({ type: 'text' as const, text }));
      if (content.length > 0) this.messages.push({ role: 'system', content });
    } else if (item.role === 'user') {
      const content = userParts(item);
      if (content.length > 0) this.messages.push({ role: 'user', content });
    } else {
      const content = assistantParts(item);
      if (content.length > 0) this.assistantMessage().content.push(...stored.reasoning, ...content);
    }
  }

  private addCall(stored: StoredItem, call: CallItem): void {
    // Its arguments are truncated.
    if (call.status === 'incomplete') return;
    const { call_id: id, name, arguments: callArguments } = call;
    this.assistantMessage().content.push(...stored.reasoning, {
      type: 'tool-call',
      id,
      name,
      arguments: callArguments.trim() === '' ? '{}' : callArguments,
      ...(stored.signature ? { signature: stored.signature } : {}),
    });
    this.pendingCalls.push(call);
  }

  /** Chat models require a result for each call before the next message. */
  private addCallResults(): void {
    if (this.pendingCalls.length === 0) return;
    const results = this.pendingCalls.map(({ call_id: callId, name }): ToolResult => {
      const text = this.outputs.get(callId) ?? NO_RESULT;
      return { callId, name, content: [{ type: 'text', text }], isError: false };
    });
    this.messages.push({ role: 'tool', results });
    this.pendingCalls = [];
  }

  private assistantMessage(): AssistantMessage {
    const last = this.messages.at(-1);
    if (last?.role === 'assistant') return last;
    const message: AssistantMessage = { role: 'assistant', content: [] };
    this.messages.push(message);
    return message;
  }
}

function assistantParts({ content }: AssistantItem): AssistantPart[] {
  return content
    .map((part) => (part.type === 'output_text' ? part.text : part.transcript))
    .filter((text) => text.trim() !== '')
    .map((text) => ({ type: 'text', text }));
}

function userParts({ content }: UserItem): UserPart[] {
  return content.map(userPart).filter((part) => part.type !== 'text' || part.text !== '');
}

function userPart(part: UserContent): UserPart {
  if (part.type === 'input_text') return { type: 'text', text: part.text };
  if (part.type === 'input_image') return imagePart(part.image_url, part.detail);
  const transcript = part.transcript?.trim() ?? '';
  return { type: 'text', text: transcript === '' ? INAUDIBLE : transcript };
}

function imagePart(url: string, detail: ImagePart['detail']): ImagePart {
  const [, mediaType, base64] = /^data:([^;,]+);base64,(.*)$/su.exec(url) ?? [];
  const isInline = mediaType !== undefined && base64 !== undefined;
  return {
    type: 'image',
    source: isInline ? { kind: 'bytes', mediaType, base64 } : { kind: 'url', url },
    ...(detail ? { detail } : {}),
  };
}
