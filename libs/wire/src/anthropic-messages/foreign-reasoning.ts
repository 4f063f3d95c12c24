import { isJsonObject } from '#canonical';
import {
  type ByteEdit,
  editEntries,
  editSignedEntries,
  findSignedConversation,
  isCarriedSignature,
  type JsonDocument,
  type JsonSpan,
  KEEP,
  type ValueEdit,
} from '#json-scan';
import { MISSING_REASONING } from '../block-turns/thinking.js';
import { hasLostReasoning } from '../block-turns/turns.js';
import { type LostParameter } from '../wire-format.js';
import { BLOCK_KINDS, type Turn } from './block-kinds.js';
import { type Block } from './json-values.js';

export interface RemovedReasoning {
  edits: readonly ByteEdit[];
  lost: readonly LostParameter[];
}

/**
 * Removes the reasoning that a service of this format would refuse, and messages that are empty without it.
 * Everything else is unchanged.
 */
export function removeForeignReasoning(document: JsonDocument): RemovedReasoning | undefined {
  const messages = findSignedConversation(document, 'messages');
  if (messages === undefined) return undefined;
  const edits = editSignedEntries(document, messages, (message) => {
    const content = document.memberOf(message, 'content');
    if (content === undefined || document.kind(content) !== 'array') return KEEP;
    return editSignedEntries(document, content, (block) =>
      isForeign(document.value(block)) ? 'remove' : KEEP,
    );
  });
  if (edits === 'remove') return { edits: [{ ...messages, replacement: '[]' }], lost: [] };
  if (!mustNotThink(document, messages)) return { edits, lost: [] };
  return {
    edits: [...edits, ...turnThinkingOff(document)],
    lost: [{ param: 'thinking', reason: MISSING_REASONING }],
  };
}

function isForeign(block: unknown): boolean {
  if (!isJsonObject(block)) return false;
  if (block['type'] === 'thinking') return isCarriedSignature(block['signature']);
  return block['type'] === 'redacted_thinking' && isCarriedSignature(block['data']);
}

/** If a budget is set, the service requires its own thinking before the calls whose results come last. */
function mustNotThink(document: JsonDocument, messages: JsonSpan): boolean {
  const member = document.member('thinking');
  const thinking = member === undefined ? undefined : document.value(member);
  if (!isJsonObject(thinking) || thinking['type'] !== 'enabled') return false;
  return hasLostReasoning(readLastTurns(document, messages), BLOCK_KINDS);
}

/** From the last user turn without tool results. */
function readLastTurns(document: JsonDocument, messages: JsonSpan): Turn[] {
  const turns: Turn[] = [];
  for (const message of document.elements(messages).toReversed()) {
    const turn = readTurn(document.value(message));
    turns.unshift(turn);
    if (turn.role === 'user' && turn.content.every(({ type }) => type !== 'tool_result')) break;
  }
  return turns;
}

function readTurn(message: unknown): Turn {
  const { role, content } = isJsonObject(message) ? message : {};
  const blocks = Array.isArray(content) ? content.filter((block) => !isForeign(block)) : [];
  return {
    role: role === 'assistant' ? 'assistant' : 'user',
    content: blocks.filter((block): block is Block => isJsonObject(block)),
  };
}

/** The service refuses `clear_thinking` edits while thinking is disabled. */
function turnThinkingOff(document: JsonDocument): ByteEdit[] {
  const thinking = document.member('thinking');
  if (thinking === undefined) return [];
  return [{ ...thinking, replacement: '{"type":"disabled"}' }, ...removeClearing(document)];
}

function removeClearing(document: JsonDocument): readonly ByteEdit[] {
  const management = document.member('context_management');
  const list = management && isObject(document, management) && document.memberOf(management, 'edits');
  if (!management || !list) return [];
  const edits: ValueEdit = editEntries(document, list, (edit) =>
    isClearing(document.value(edit)) ? 'remove' : KEEP,
  );
  return edits === 'remove' ? [{ ...management, replacement: 'null' }] : edits;
}

function isObject(document: JsonDocument, span: JsonSpan): boolean {
  return document.kind(span) === 'object';
}

function isClearing(edit: unknown): boolean {
  const type = isJsonObject(edit) ? edit['type'] : undefined;
  return typeof type === 'string' && type.startsWith('clear_thinking_');
}
