import { type AssistantPart, type Message, type ToolResult, type UserPart, type Warning } from '#canonical';
import { unsupportedInput } from '../block-turns/media.js';
import { checkToolName, readArguments } from '../block-turns/tool-calls.js';
import {
  encodeMedia,
  isBlank,
  mergeTurns,
  moveReasoningFirst,
  pairToolCalls,
  splitSystem,
} from '../block-turns/turns.js';
import { BLOCK_KINDS, type Conversation, type Turn } from './block-kinds.js';
import { encodeCache } from './cache-control.js';
import { encodeDocument, encodeImage } from './encode-media.js';
import { type Block, toText } from './json-values.js';
import { FORMAT_ID } from './tool-call-signature.js';
import { MAX_TOOL_NAME_LENGTH, safeToolId } from './tool-use.js';

/** The shortest user turn that is not refused. */
const PLACEHOLDER: Block = { type: 'text', text: '.' };

type Reasoning = Extract<AssistantPart, { type: 'reasoning' }>;
type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;

export function encodeConversation(messages: readonly Message[], warnings: Warning[]): Conversation {
  const { leading, rest } = splitSystem(messages);
  const system = leading.flatMap(({ content }) => content.flatMap(encodeUserPart));
  const merged = mergeTurns(rest.map((message) => encodeTurn(message, warnings)));
  const turns = pairToolCalls(merged, BLOCK_KINDS);
  return withoutTrailingSpace(withUserTurn({ system, turns }));
}

function encodeTurn(message: Message, warnings: Warning[]): Turn {
  switch (message.role) {
    case 'system':
      return { role: 'user', content: message.content.flatMap(encodeUserPart).map(markAsSystem) };
    case 'user':
      return { role: 'user', content: message.content.flatMap(encodeUserPart) };
    case 'tool':
      return { role: 'user', content: message.results.map(encodeToolResult) };
    case 'assistant':
      return { role: 'assistant', content: encodeAssistantParts(message.content, warnings) };
  }
}

/** Not every model accepts system messages between turns, so they become marked user text. */
function markAsSystem(block: Block): Block {
  return { ...block, text: `<system>\n${toText(block['text'])}\n</system>` };
}

/** The first turn must be the user's. If there are no turns, the last system block becomes the user turn. */
function withUserTurn({ system, turns }: Conversation): Conversation {
  if (turns[0]?.role === 'user') return { system, turns };
  const hasNoTurns = turns.length === 0;
  const block = (hasNoTurns ? system.at(-1) : undefined) ?? PLACEHOLDER;
  return {
    system: hasNoTurns ? system.slice(0, -1) : system,
    turns: [{ role: 'user', content: [block] }, ...turns],
  };
}

/** Services of this format refuse a final assistant turn that ends in white space. */
function withoutTrailingSpace({ system, turns }: Conversation): Conversation {
  const last = turns.at(-1);
  const text = last?.content.at(-1);
  if (last?.role !== 'assistant' || text?.type !== 'text') return { system, turns };
  const trimmed = { ...text, text: toText(text['text']).trimEnd() };
  const content = [...last.content.slice(0, -1), trimmed];
  return { system, turns: [...turns.slice(0, -1), { role: 'assistant', content }] };
}

function encodeUserPart(part: UserPart): Block[] {
  switch (part.type) {
    case 'text':
      return isBlank(part.text) ? [] : [{ type: 'text', text: part.text, ...encodeCache(part.cache) }];
    case 'image':
      return [encodeImage(part)];
    case 'document':
      return [encodeDocument(part)];
    case 'audio':
      throw unsupportedInput('audio');
  }
}

/** A breakpoint inside a result is moved to the whole result. */
function encodeToolResult({ callId, content, isError }: ToolResult): Block {
  const blocks = content.flatMap((part) => encodeUserPart({ ...part, cache: undefined }));
  const breakpoint = content.findLast((part) => part.cache !== undefined)?.cache;
  return {
    type: 'tool_result',
    tool_use_id: safeToolId(callId),
    ...(blocks.length > 0 ? { content: blocks } : {}),
    ...(isError ? { is_error: true } : {}),
    ...encodeCache(breakpoint),
  };
}

function encodeAssistantParts(parts: readonly AssistantPart[], warnings: Warning[]): Block[] {
  return moveReasoningFirst(
    parts.flatMap((part) => encodeAssistantPart(part, warnings)),
    BLOCK_KINDS,
  );
}

function encodeAssistantPart(part: AssistantPart, warnings: Warning[]): Block[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return encodeText(part.text);
    case 'reasoning':
      return encodeReasoning(part);
    case 'tool-call':
      return [encodeToolCall(part)];
    case 'audio':
    case 'image':
      return encodeMedia(part, encodeText, warnings);
  }
}

function encodeText(text: string): Block[] {
  return isBlank(text) ? [] : [{ type: 'text', text }];
}

/** Services of this format refuse reasoning without a signature of their own, so other reasoning is left out. */
function encodeReasoning({ text, signature, isRedacted }: Reasoning): Block[] {
  if (signature?.origin !== FORMAT_ID) return [];
  if (isRedacted) return [{ type: 'redacted_thinking', data: signature.value }];
  return [{ type: 'thinking', thinking: text, signature: signature.value }];
}

function encodeToolCall({ id, name, arguments: text }: ToolCall): Block {
  return {
    type: 'tool_use',
    id: safeToolId(id),
    name: checkToolName(name, MAX_TOOL_NAME_LENGTH),
    input: readArguments(name, text),
  };
}
