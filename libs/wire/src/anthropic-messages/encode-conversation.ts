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
import { cannotTake, encodeDocument, encodeImage } from './encode-media.js';
import { type Block, toText } from './json-values.js';
import { FORMAT_ID } from './tool-call-signature.js';
import { checkToolName, parseToolInput, safeToolId } from './tool-use.js';

interface Conversation {
  system: Block[];
  turns: Turn[];
}

/** The least that counts as a turn of the user. */
const PLACEHOLDER: Block = { type: 'text', text: '.' };

/** A turn as this format has it: there are two roles, and they alternate. */
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
      return { role: 'user', content: message.content.flatMap(encodeUserPart).map(asInstruction) };
    case 'user':
      return { role: 'user', content: message.content.flatMap(encodeUserPart) };
    case 'tool':
      return { role: 'user', content: message.results.map(encodeToolResult) };
    case 'assistant':
      return { role: 'assistant', content: encodeAssistantParts(message.content, warnings) };
  }
}

/** Not every model takes instructions between the turns; all of them understand text that is marked as one. */
function asInstruction(block: Block): Block {
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

/** The user has to speak first. Where nobody does, the last instruction is what the user wants. */
function withUserTurn({ system, turns }: Conversation): Conversation {
  if (turns[0]?.role === 'user') return { system, turns };
  const isSilent = turns.length === 0;
  const words = (isSilent ? system.at(-1) : undefined) ?? PLACEHOLDER;
  return {
    system: isSilent ? system.slice(0, -1) : system,
    turns: [{ role: 'user', content: [words] }, ...turns],
  };
}

/** An answer that the model shall continue may not end in white space. */
function withoutTrailingSpace({ system, turns }: Conversation): Conversation {
  const last = turns.at(-1);
  const words = last?.content.at(-1);
  if (last?.role !== 'assistant' || words?.type !== 'text') return { system, turns };
  const trimmed = { ...words, text: toText(words['text']).trimEnd() };
  const content = [...last.content.slice(0, -1), trimmed];
  return { system, turns: [...turns.slice(0, -1), { role: 'assistant', content }] };
}

/**
 * Services of this format refuse a conversation where a call is not answered in the very next turn, and one
 * with a result that answers nothing. Histories that were cut or edited have both.
 */
function pairToolCalls(turns: readonly Turn[]): Turn[] {
  const paired: Turn[] = [];
  let openCalls: string[] = [];
  for (const { role, content } of turns) {
    const isAnswer = role === 'user';
    paired.push({ role, content: isAnswer ? answerCalls(openCalls, content) : content });
    openCalls = isAnswer ? [] : callIds(content);
  }
  if (openCalls.length > 0) paired.push({ role: 'user', content: answerCalls(openCalls, []) });
  return paired;
}

/** Results first and in the order of the calls, then everything else. */
function answerCalls(callIds: readonly string[], content: readonly Block[]): Block[] {
  const answers = callIds.map((id) => content.find((block) => isResultOf(block, id)) ?? missingResult(id));
  const rest = content.filter((block) => !answers.includes(block));
  return [...answers, ...rest.flatMap(withoutResult)];
}

function callIds(content: readonly Block[]): string[] {
  return content.flatMap((block) => (block.type === 'tool_use' ? [toText(block['id'])] : []));
}

function isResultOf(block: Block, id: string): boolean {
  return block.type === 'tool_result' && block['tool_use_id'] === id;
}

function missingResult(id: string): Block {
  return {
    type: 'tool_result',
    tool_use_id: id,
    content: [{ type: 'text', text: NO_RESULT }],
    is_error: true,
  };
}

/** What a result of no call says is kept as the user's words. */
function withoutResult(block: Block): Block[] {
  if (block.type !== 'tool_result') return [block];
  const content = block['content'];
  return Array.isArray(content) ? (content as Block[]) : [];
}

/** Blank text is refused by services of this format, and says nothing. */
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
      throw cannotTake('audio');
  }
}

/** A breakpoint inside a result is set on the result as a whole. */
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
  return thinkingFirst(parts.flatMap((part) => encodeAssistantPart(part, warnings)));
}

function encodeAssistantPart(part: AssistantPart, warnings: Warning[]): Block[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return textBlocks(part.text);
    case 'reasoning':
      return encodeReasoning(part);
    case 'tool-call':
      return [encodeToolCall(part)];
    case 'audio':
      if (part.transcript !== undefined) return textBlocks(part.transcript);
      warnings.push(lostMedia('audio'));
      return [];
    case 'image':
      warnings.push(lostMedia('images'));
      return [];
  }
}

function textBlocks(text: string): Block[] {
  return isBlank(text) ? [] : [{ type: 'text', text }];
}

/**
 * Without a signature of its own making a service of this format refuses reasoning, so other reasoning stays behind.
 */
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
  throw new GatewayError('invalid-value', `The arguments of a call of "${name}" are not a JSON object.`, {
    param: 'messages',
  });
}

/** A turn that thinks has to begin with it. One that does is left alone: its order is part of what is signed. */
function thinkingFirst(blocks: Block[]): Block[] {
  const [first] = blocks;
  if (first === undefined || isThinking(first)) return blocks;
  return [...blocks.filter(isThinking), ...blocks.filter((block) => !isThinking(block))];
}

function lostMedia(what: string): Warning {
  return { field: { param: 'messages' }, reason: `Turns of the assistant are sent without their ${what}.` };
}
