import { type ApiRequest } from '../../call/api-request.js';
import {
  type Part,
  type Reply,
  type ReplyTurn,
  type Turn,
  type Usage,
  sendableParts,
} from '../conversation.js';
import { type Settings, type ToolChoice } from '../settings/settings.js';
import { omitUndefined, undefinedIfEmpty, parseArguments } from './omit-undefined.js';
import { type Format } from './format.js';
import { withArguments, withPart, withText } from './parts.js';

/** The format requires `max_tokens`. This value is high enough for usual replies. */
const DEFAULT_MAX_TOKENS = 4096;

const TOOL_CHOICES: Record<ToolChoice, string> = { auto: 'auto', required: 'any', none: 'none' };

interface MessageEvent {
  type: string;
  index?: number;
  content_block?: Block;
  delta?: BlockDelta & { stop_reason?: string | null };
  message?: { usage?: MessageUsage };
  usage?: MessageUsage;
}

interface Block {
  type: string;
  text?: string;
  thinking?: string;
  signature?: string;
  data?: string;
  id?: string;
  name?: string;
  input?: object;
}

interface BlockDelta {
  type?: string;
  text?: string;
  thinking?: string;
  signature?: string;
  partial_json?: string;
}

interface MessageUsage {
  input_tokens?: number | null;
  cache_read_input_tokens?: number | null;
  cache_creation_input_tokens?: number | null;
  output_tokens?: number | null;
  output_tokens_details?: { thinking_tokens?: number } | null;
}

interface MessageBody {
  content?: Block[];
  stop_reason?: string | null;
  usage?: MessageUsage;
}

export const messagesFormat: Format = {
  label: 'Messages',
  parameters: ['temperature', 'topP', 'topK', 'maxTokens', 'stop'],
  efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
  buildRequest,
  readEvent: readMessageEvent,
  readBody: readMessage,
};

function buildRequest(model: string, turns: readonly Turn[], settings: Settings): ApiRequest {
  const { system, tools, schema, effort, isStreamed, toolChoice } = settings;
  const isThinking = effort !== undefined && effort !== 'none';
  const json = {
    model,
    max_tokens: settings.maxTokens ?? DEFAULT_MAX_TOKENS,
    ...(system === '' ? {} : { system }),
    messages: turns.flatMap(toMessage),
    ...omitUndefined({
      temperature: settings.temperature,
      top_p: settings.topP,
      top_k: settings.topK,
      stop_sequences: undefinedIfEmpty(settings.stop),
      thinking: effort && (isThinking ? { type: 'adaptive', display: 'summarized' } : { type: 'disabled' }),
      output_config: omitUndefined({
        effort: isThinking ? effort : undefined,
        format: schema && { type: 'json_schema', schema },
      }),
      tools: undefinedIfEmpty(
        tools.map(({ parameters, ...tool }) => ({ ...tool, input_schema: parameters })),
      ),
      tool_choice:
        tools.length === 0 || toolChoice === 'auto' ? undefined : { type: TOOL_CHOICES[toolChoice] },
    }),
    ...(isStreamed ? { stream: true } : {}),
  };
  return { method: 'POST', path: '/v1/messages', json };
}

function toMessage(turn: Turn): object[] {
  if (turn.kind === 'reply') {
    const content = sendableParts(turn).flatMap((part) => toBlocks(part, turn));
    return content.length === 0 ? [] : [{ role: 'assistant', content }];
  }
  if (turn.kind === 'results') {
    const content = turn.results.map(({ callId, content }) => ({
      type: 'tool_result',
      tool_use_id: callId,
      content,
    }));
    return [{ role: 'user', content }];
  }
  if (turn.images.length === 0) return [{ role: 'user', content: turn.text }];
  const images = turn.images.map(({ mediaType, data }) => ({
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data },
  }));
  return [
    {
      role: 'user',
      content: [...images, ...(turn.text === '' ? [] : [{ type: 'text', text: turn.text }])],
    },
  ];
}

function toBlocks(part: Part, { format }: ReplyTurn): object[] {
  switch (part.kind) {
    case 'text':
      return part.text === '' ? [] : [{ type: 'text', text: part.text }];
    case 'call':
      return [{ type: 'tool_use', id: part.id, name: part.name, input: parseArguments(part.arguments) }];
    case 'reasoning':
      return part.signature === undefined || format !== 'messages'
        ? []
        : [toThinkingBlock(part, part.signature)];
    case 'refusal':
    case 'image':
      return [];
  }
}

function toThinkingBlock(
  { text, isHidden }: Extract<Part, { kind: 'reasoning' }>,
  signature: string,
): object {
  return isHidden === true
    ? { type: 'redacted_thinking', data: signature }
    : { type: 'thinking', thinking: text, signature: signature };
}

function readMessage(body: unknown): Reply {
  const { content = [], stop_reason: finish, usage } = body as MessageBody;
  const parts = content.reduce<readonly Part[]>((read, block, index) => readBlock(read, block, index), []);
  return { parts, finish: finish ?? undefined, usage: usage && readUsage(usage) };
}

function readMessageEvent(reply: Reply, event: unknown): Reply {
  const data = event as MessageEvent;
  const { index = 0 } = data;
  switch (data.type) {
    case 'message_start':
      return { ...reply, usage: data.message?.usage && readUsage(data.message.usage) };
    case 'content_block_start':
      return { ...reply, parts: readBlock(reply.parts, data.content_block ?? { type: '' }, index) };
    case 'content_block_delta':
      return { ...reply, parts: readDelta(reply.parts, data.delta ?? {}, index) };
    case 'message_delta':
      return {
        ...reply,
        finish: data.delta?.stop_reason ?? reply.finish,
        usage: data.usage === undefined ? reply.usage : readUsage(data.usage, reply.usage),
      };
    case 'error':
      return { ...reply, failure: event };
    default:
      return reply;
  }
}

function readBlock(parts: readonly Part[], block: Block, index: number): readonly Part[] {
  const part = buildPart(block, String(index));
  return part === undefined ? parts : withPart(parts, part);
}

function buildPart(block: Block, key: string): Part | undefined {
  switch (block.type) {
    case 'text':
      return { kind: 'text', key, text: block.text ?? '' };
    case 'thinking':
      return { kind: 'reasoning', key, text: block.thinking ?? '', signature: block.signature };
    case 'redacted_thinking':
      return { kind: 'reasoning', key, text: '', signature: block.data, isHidden: true };
    case 'tool_use': {
      const args = Object.keys(block.input ?? {}).length === 0 ? '' : JSON.stringify(block.input);
      return { kind: 'call', key, id: block.id ?? key, name: block.name ?? '', arguments: args };
    }
    default:
      return undefined;
  }
}

function readDelta(parts: readonly Part[], delta: BlockDelta, index: number): readonly Part[] {
  const key = String(index);
  switch (delta.type) {
    case 'text_delta':
      return withText(parts, 'text', key, delta.text ?? '');
    case 'thinking_delta':
      return withText(parts, 'reasoning', key, delta.thinking ?? '');
    case 'input_json_delta':
      return withArguments(parts, key, delta.partial_json ?? '');
    case 'signature_delta':
      return withPart(parts, { kind: 'reasoning', key, text: '' }, (part) => ({
        ...part,
        signature: (part.signature ?? '') + (delta.signature ?? ''),
      }));
    default:
      return parts;
  }
}

/** The usage in `message_delta` is cumulative, and may not repeat values of `message_start`. */
function readUsage(usage: MessageUsage, before?: Usage): Usage {
  const cached = usage.cache_read_input_tokens ?? 0;
  const input = (usage.input_tokens ?? 0) + cached + (usage.cache_creation_input_tokens ?? 0);
  return {
    inputTokens: Math.max(input, before?.inputTokens ?? 0),
    cachedTokens: Math.max(cached, before?.cachedTokens ?? 0),
    outputTokens: usage.output_tokens ?? before?.outputTokens ?? 0,
    reasoningTokens: usage.output_tokens_details?.thinking_tokens ?? before?.reasoningTokens ?? 0,
  };
}
