import {
  type AssistantPart,
  GatewayError,
  type JsonObject,
  type Message,
  type SystemMessage,
  type ToolResult,
  type UserPart,
  type Warning,
} from '#canonical';
import { encodeCache } from './cache-control.js';
import { unsupportedInput, encodeDocument, encodeImage } from './encode-media.js';
import { type Block, toText } from './json-values.js';
import { FORMAT_ID } from './tool-call-signature.js';
import { checkToolName, parseToolInput, safeToolId } from './tool-use.js';

interface Conversation {
  system: Block[];
  turns: Turn[];
}

/** The shortest user turn that is not refused. */
const PLACEHOLDER: Block = { type: 'text', text: '.' };

/** A message of this format: there are two roles, and they alternate. */
export interface Turn {
  role: 'user' | 'assistant';
  content: Block[];
}

const NO_RESULT = 'no result provided';

type Reasoning = Extract<AssistantPart, { type: 'reasoning' }>;
type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;

export function encodeConversation(messages: readonly Message[], warnings: Warning[]): Conversation {
  const firstTurn = messages.findIndex(({ role }) => role !== 'system');
  const leading = firstTurn === -1 ? messages : messages.slice(0, firstTurn);
  const rest = firstTurn === -1 ? [] : messages.slice(firstTurn);
  const system = leading.filter(isSystem).flatMap(({ content }) => content.flatMap(encodeUserPart));
  const turns = pairToolCalls(mergeTurns(rest.map((message) => encodeTurn(message, warnings))));
  return withoutTrailingSpace(withUserTurn({ system, turns }));
}

function isSystem(message: Message): message is SystemMessage {
  return message.role === 'system';
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

function mergeTurns(turns: readonly Turn[]): Turn[] {
  const merged: Turn[] = [];
  for (const { role, content } of turns) {
    if (content.length === 0) continue;
    const last = merged.at(-1);
    if (last?.role === role) last.content.push(...content);
    else merged.push({ role, content: [...content] });
  }
  return merged;
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

/**
 * Services of this format refuse a tool call without a result in the next turn, and a result without a call.
 * Conversations that were shortened or edited can have both.
 */
function pairToolCalls(turns: readonly Turn[]): Turn[] {
  const paired: Turn[] = [];
  let openCalls: string[] = [];
  for (const { role, content } of turns) {
    const isUser = role === 'user';
    paired.push({ role, content: isUser ? addResults(openCalls, content) : content });
    openCalls = isUser ? [] : callIds(content);
  }
  if (openCalls.length > 0) paired.push({ role: 'user', content: addResults(openCalls, []) });
  return paired;
}

/** The results come first, in the order of the calls. */
function addResults(getCallIds: readonly string[], content: readonly Block[]): Block[] {
  const results = getCallIds.map(
    (id) => content.find((block) => isResultOf(block, id)) ?? buildMissingResult(id),
  );
  const rest = content.filter((block) => !results.includes(block));
  return [...results, ...rest.flatMap(unwrapResult)];
}

function callIds(content: readonly Block[]): string[] {
  return content.flatMap((block) => (block.type === 'tool_use' ? [toText(block['id'])] : []));
}

function isResultOf(block: Block, id: string): boolean {
  return block.type === 'tool_result' && block['tool_use_id'] === id;
}

function buildMissingResult(id: string): Block {
  return {
    type: 'tool_result',
    tool_use_id: id,
    content: [{ type: 'text', text: NO_RESULT }],
    is_error: true,
  };
}

/** The content of a result without a call becomes user content. */
function unwrapResult(block: Block): Block[] {
  if (block.type !== 'tool_result') return [block];
  const content = block['content'];
  return Array.isArray(content) ? (content as Block[]) : [];
}

/** Services of this format refuse blank text. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
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

export function isThinking({ type }: Block): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function encodeAssistantParts(parts: readonly AssistantPart[], warnings: Warning[]): Block[] {
  return moveThinkingFirst(parts.flatMap((part) => encodeAssistantPart(part, warnings)));
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
      if (part.transcript !== undefined) return encodeText(part.transcript);
      warnings.push(buildMediaWarning('audio'));
      return [];
    case 'image':
      warnings.push(buildMediaWarning('images'));
      return [];
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
    name: checkToolName(name),
    input: readArguments(name, text),
  };
}

function readArguments(name: string, text: string): JsonObject {
  const input = parseToolInput(text);
  if (input !== undefined) return input;
  throw new GatewayError('invalid-value', `The arguments of a call to "${name}" are not a JSON object.`, {
    param: 'messages',
  });
}

/**
 * An assistant turn with thinking must begin with it. A turn that already does is not reordered, because the
 * signature covers the order.
 */
function moveThinkingFirst(blocks: Block[]): Block[] {
  const [first] = blocks;
  if (first === undefined || isThinking(first)) return blocks;
  return [...blocks.filter(isThinking), ...blocks.filter((block) => !isThinking(block))];
}

function buildMediaWarning(what: string): Warning {
  return { field: { param: 'messages' }, reason: `the ${what} of assistant messages are not sent` };
}
