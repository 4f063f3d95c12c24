import {
  type AssistantMessage,
  type AssistantPart,
  type Message,
  type ToolResult,
  type UserPart,
  type Warning,
  openReasoningSignature,
} from '#canonical';
import { UNSIGNED_MARK } from '../unsigned-mark.js';
import { wrongValue } from '../validation/faults.js';
import { type RequestObject } from '../validation/request-object.js';
import { decodeCache } from './cache-control.js';
import { decodeCitations } from './citations.js';
import { decodeTexts, decodeUserBlock, isText, unknownBlock } from './decode-user-parts.js';
import { FORMAT_ID, openCallSignature } from './tool-call-signature.js';

/** Collected from the messages that are already decoded. */
interface DecodingState {
  /** The names of called tools by the id of the call. */
  callNames: Map<string, string>;
  /** The names of the tools that `tool_reference` blocks name. */
  references: Set<string>;
  warnings: Warning[];
}

interface DecodedMessages {
  messages: Message[];
  /** The names of tools that a tool search has found or the model has called. */
  loadedTools: ReadonlySet<string>;
}

/**
 * Claude Code sends this system block to identify itself. Its text varies, so a service that is sent it would not
 * find the prompt in its cache.
 */
const BILLING_HEADER = 'x-anthropic-billing-header:';

/** Calls of tools that the service itself ran, and their results. */
const HOSTED_TOOL_BLOCK = /^((server|mcp)_tool_use|\w+_tool_result)$/;

export function decodeSystem(request: RequestObject): Message[] {
  if (!request.has('system')) return [];
  const texts = decodeTexts(request, 'system');
  return [{ role: 'system', content: texts.filter(({ text }) => !text.startsWith(BILLING_HEADER)) }];
}

export function decodeMessages(request: RequestObject, warnings: Warning[]): DecodedMessages {
  const reading: DecodingState = { callNames: new Map(), references: new Set(), warnings };
  const turns = request.requiredEachObject('messages', (message) => decodeMessage(message, reading));
  if (turns.length === 0) throw wrongValue('messages', 'must contain at least one message');
  const { references, callNames } = reading;
  return { messages: turns.flat(), loadedTools: new Set([...references, ...callNames.values()]) };
}

function decodeMessage(message: RequestObject, reading: DecodingState): Message[] {
  switch (message.requiredOneOf('role', ['user', 'assistant', 'system'])) {
    case 'system':
      return [{ role: 'system', content: decodeTexts(message, 'content') }];
    case 'user':
      return decodeUserMessage(message, reading);
    case 'assistant':
      return decodeAssistantMessage(message, reading);
  }
}

/** One user message of this format can hold tool results and user content; canonically these are two messages. */
function decodeUserMessage(message: RequestObject, reading: DecodingState): Message[] {
  if (isText(message, 'content')) return [{ role: 'user', content: decodeTexts(message, 'content') }];
  const blocks = message.requiredEachObject('content', withType);
  if (blocks.length === 0) throw wrongValue(message.getPath('content'), 'must contain at least one block');
  const results = blocks.filter(isResult).map((block) => decodeToolResult(block, reading));
  const parts = blocks
    .filter((block) => !isResult(block))
    .flatMap((block) => decodeUserBlock(block, reading.warnings));
  return [
    ...(results.length > 0 ? [{ role: 'tool' as const, results }] : []),
    ...(parts.length > 0 ? [{ role: 'user' as const, content: parts }] : []),
  ];
}

function withType(block: RequestObject): RequestObject {
  block.requiredString('type');
  return block;
}

function isResult(block: RequestObject): boolean {
  return block.value('type') === 'tool_result';
}

function decodeToolResult(block: RequestObject, reading: DecodingState): ToolResult {
  const callId = block.nonEmptyString('tool_use_id');
  const name = reading.callNames.get(callId);
  return {
    callId,
    ...(name === undefined ? {} : { name }),
    content: withBreakpoint(decodeResultContent(block, reading), block),
    isError: block.boolean('is_error') ?? false,
  };
}

function decodeResultContent(
  result: RequestObject,
  { references, warnings }: DecodingState,
): ToolResult['content'] {
  if (isText(result, 'content')) return decodeTexts(result, 'content');
  const parts = result.eachObject('content', (block) => {
    if (block.value('type') !== 'tool_reference')
      return decodeUserBlock(block, warnings).filter(isResultPart);
    const name = block.nonEmptyString('tool_name');
    references.add(name);
    return [{ type: 'text' as const, text: `The tool "${name}" can be called now.` }];
  });
  return parts?.flat() ?? [];
}

function isResultPart(part: UserPart): part is ToolResult['content'][number] {
  return part.type !== 'audio';
}

/** A breakpoint on the whole result is moved to its last part. */
function withBreakpoint(content: ToolResult['content'], block: RequestObject): ToolResult['content'] {
  const last = content.at(-1);
  return last === undefined ? [] : [...content.slice(0, -1), { ...last, ...decodeCache(block) }];
}

function decodeAssistantMessage(message: RequestObject, reading: DecodingState): AssistantMessage[] {
  const text = message.value('content');
  if (typeof text === 'string') return [{ role: 'assistant', content: [{ type: 'text', text }] }];
  const parts: AssistantPart[] = [];
  const blocks = message.requiredEachObject('content', (block) => {
    if (skipHostedBlock(block, reading)) return;
    warnOfLostBreakpoint(block, reading);
    if (!restoreCallSignature(block, parts)) parts.push(decodeAssistantBlock(block, reading));
  });
  return parts.length === 0 && blocks.length > 0 ? [] : [{ role: 'assistant', content: parts }];
}

/**
 * Returns true for a block of a tool that the service itself ran. It is left out, because the model's text contains
 * what followed from it.
 */
function skipHostedBlock(block: RequestObject, { warnings }: DecodingState): boolean {
  if (!HOSTED_TOOL_BLOCK.test(block.requiredString('type'))) return false;
  const reason = 'only the original provider can run this tool';
  warnings.push({ field: { param: block.path }, reason });
  return true;
}

function decodeAssistantBlock(block: RequestObject, { callNames }: DecodingState): AssistantPart {
  switch (block.requiredString('type')) {
    case 'text': {
      const text = block.requiredString('text');
      const citations = block.eachObject('citations', ({ members }) => members);
      return { type: 'text', text, ...decodeCitations(citations, text.length) };
    }
    case 'thinking':
      return decodeThinking(block);
    case 'redacted_thinking': {
      const signature = openReasoningSignature(block.requiredString('data'), FORMAT_ID);
      return { type: 'reasoning', text: '', isRedacted: true, signature };
    }
    case 'tool_use': {
      const id = block.nonEmptyString('id');
      const name = block.nonEmptyString('name');
      callNames.set(id, name);
      return {
        type: 'tool-call',
        id,
        name,
        arguments: JSON.stringify(block.requiredObject('input').members),
      };
    }
    default:
      throw unknownBlock(block);
  }
}

function decodeThinking(block: RequestObject): AssistantPart {
  const text = block.requiredString('thinking');
  const signature = block.string('signature') ?? '';
  const isSigned = signature !== '' && signature !== UNSIGNED_MARK;
  return {
    type: 'reasoning',
    text,
    ...(isSigned ? { signature: openReasoningSignature(signature, FORMAT_ID) } : {}),
  };
}

/**
 * Restores the signature of an earlier call from a block that exists only to carry it. Returns false for other
 * blocks.
 */
function restoreCallSignature(block: RequestObject, parts: AssistantPart[]): boolean {
  if (block.requiredString('type') !== 'redacted_thinking') return false;
  const carried = openCallSignature(block.requiredString('data'));
  if (carried === undefined) return false;
  for (const part of parts) {
    if (part.type === 'tool-call' && part.id === carried.callId) part.signature = carried.signature;
  }
  return true;
}

function warnOfLostBreakpoint(block: RequestObject, { warnings }: DecodingState): void {
  if (!block.has('cache_control')) return;
  warnings.push({
    field: { param: block.getPath('cache_control') },
    reason: 'cache breakpoints in assistant messages are not supported',
  });
}
