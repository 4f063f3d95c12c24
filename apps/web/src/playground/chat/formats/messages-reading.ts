import { type Part, type Reply, type Usage } from '../conversation.js';
import { withArguments, withPart, withText } from './parts.js';

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

interface WholeMessage {
  content?: Block[];
  stop_reason?: string | null;
  usage?: MessageUsage;
}

export function readWholeMessage(body: unknown): Reply {
  const { content = [], stop_reason: finish, usage } = body as WholeMessage;
  const parts = content.reduce<readonly Part[]>((read, block, index) => readBlock(read, block, index), []);
  return { parts, finish: finish ?? undefined, usage: usage && readUsage(usage) };
}

export function readMessageEvent(reply: Reply, event: unknown): Reply {
  const told = event as MessageEvent;
  const { index = 0 } = told;
  switch (told.type) {
    case 'message_start':
      return { ...reply, usage: told.message?.usage && readUsage(told.message.usage) };
    case 'content_block_start':
      return { ...reply, parts: readBlock(reply.parts, told.content_block ?? { type: '' }, index) };
    case 'content_block_delta':
      return { ...reply, parts: readDelta(reply.parts, told.delta ?? {}, index) };
    case 'message_delta':
      return {
        ...reply,
        finish: told.delta?.stop_reason ?? reply.finish,
        usage: told.usage === undefined ? reply.usage : readUsage(told.usage, reply.usage),
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
      const given = Object.keys(block.input ?? {}).length === 0 ? '' : JSON.stringify(block.input);
      return { kind: 'call', key, id: block.id ?? key, name: block.name ?? '', arguments: given };
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

/** The last count is cumulative, and may leave out what the first had said. */
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
