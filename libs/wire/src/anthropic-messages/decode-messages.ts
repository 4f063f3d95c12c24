import {
  type AssistantMessage,
  type AssistantPart,
  type Message,
  type ToolResult,
  type UserPart,
  type Warning,
  openReasoningSignature,
} from '#canonical';
import { UNPROVEN } from '../unproven.js';
import { wrongValue } from '../validation/faults.js';
import { type RequestObject } from '../validation/request-object.js';
import { decodeCache } from './cache-control.js';
import { decodeCitations } from './citations.js';
import { decodeTexts, decodeUserBlock, isText, unknownBlock } from './decode-user-parts.js';
import { FORMAT_ID, openCallSignature } from './tool-call-signature.js';

/** What is known of the conversation up to the turn that is being read. */
interface Reading {
  /** The names of the tools that were called, by the id of the call. */
  callNames: Map<string, string>;
  /** The names of tools that results have referred to. */
  references: Set<string>;
  warnings: Warning[];
}

interface DecodedMessages {
  messages: Message[];
  /** The names of tools that a search has found or the model has called. */
  loadedTools: ReadonlySet<string>;
}

/** Says which client sends the request, and varies, so that no other service would find the prompt in its cache. */
const BILLING_HEADER = 'x-anthropic-billing-header:';

/** What a tool that the service itself ran was asked, and what it answered. */
const HOSTED_BLOCK = /^((server|mcp)_tool_use|\w+_tool_result)$/;

export function decodeSystem(request: RequestObject): Message[] {
  if (!request.has('system')) return [];
  const texts = decodeTexts(request, 'system');
  return [{ role: 'system', content: texts.filter(({ text }) => !text.startsWith(BILLING_HEADER)) }];
}

export function decodeMessages(request: RequestObject, warnings: Warning[]): DecodedMessages {
  const reading: Reading = { callNames: new Map(), references: new Set(), warnings };
  const turns = request.requiredEachObject('messages', (message) => decodeMessage(message, reading));
  if (turns.length === 0) throw wrongValue('messages', 'must hold at least one message');
  const { references, callNames } = reading;
  return { messages: turns.flat(), loadedTools: new Set([...references, ...callNames.values()]) };
}

function decodeMessage(message: RequestObject, reading: Reading): Message[] {
  switch (message.requiredOneOf('role', ['user', 'assistant', 'system'])) {
    case 'system':
      return [{ role: 'system', content: decodeTexts(message, 'content') }];
    case 'user':
      return decodeUserMessage(message, reading);
    case 'assistant':
      return decodeAssistantMessage(message, reading);
  }
}

/** One turn of this format holds tool results and the user's own words; in the hub these are two. */
function decodeUserMessage(message: RequestObject, reading: Reading): Message[] {
  if (isText(message, 'content')) return [{ role: 'user', content: decodeTexts(message, 'content') }];
  const blocks = message.requiredEachObject('content', withType);
  if (blocks.length === 0) throw wrongValue(message.getPath('content'), 'must hold at least one block');
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

function decodeToolResult(block: RequestObject, reading: Reading): ToolResult {
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
  { references, warnings }: Reading,
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

/** A breakpoint on the result as a whole lies behind its last part. */
function withBreakpoint(content: ToolResult['content'], block: RequestObject): ToolResult['content'] {
  const last = content.at(-1);
  return last === undefined ? [] : [...content.slice(0, -1), { ...last, ...decodeCache(block) }];
}

function decodeAssistantMessage(message: RequestObject, reading: Reading): AssistantMessage[] {
  const text = message.value('content');
  if (typeof text === 'string') return [{ role: 'assistant', content: [{ type: 'text', text }] }];
  const parts: AssistantPart[] = [];
  const blocks = message.requiredEachObject('content', (block) => {
    if (warnOfHostedBlock(block, reading)) return;
    warnOfLostBreakpoint(block, reading);
    if (!restoreCallSignature(block, parts)) parts.push(decodeAssistantBlock(block, reading));
  });
  return parts.length === 0 && blocks.length > 0 ? [] : [{ role: 'assistant', content: parts }];
}

/** Whether the block tells of a tool that the service itself ran: the model's own words say what came of it. */
function warnOfHostedBlock(block: RequestObject, { warnings }: Reading): boolean {
  if (!HOSTED_BLOCK.test(block.requiredString('type'))) return false;
  const reason = 'What only its own service can run is not kept.';
  warnings.push({ field: { param: block.path }, reason });
  return true;
}

function decodeAssistantBlock(block: RequestObject, { callNames }: Reading): AssistantPart {
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
  const isSigned = signature !== '' && signature !== UNPROVEN;
  return {
    type: 'reasoning',
    text,
    ...(isSigned ? { signature: openReasoningSignature(signature, FORMAT_ID) } : {}),
  };
}

/** Whether the block only carried the signature of a call before it, which now has it back. */
function restoreCallSignature(block: RequestObject, parts: AssistantPart[]): boolean {
  if (block.requiredString('type') !== 'redacted_thinking') return false;
  const carried = openCallSignature(block.requiredString('data'));
  if (carried === undefined) return false;
  for (const part of parts) {
    if (part.type === 'tool-call' && part.id === carried.callId) part.signature = carried.signature;
  }
  return true;
}

function warnOfLostBreakpoint(block: RequestObject, { warnings }: Reading): void {
  if (!block.has('cache_control')) return;
  warnings.push({
    field: { param: block.getPath('cache_control') },
    reason: 'Cache breakpoints on turns of the assistant are not kept.',
  });
}
