import { asFields, asList, type Fields } from '../fields.js';
import { Refused, type Path } from '../refused.js';
import { checkList, checkObject, checkOneOf } from '../value-checks.js';
import { checkBlock } from './block-checks.js';
import { checkKnownFields } from './known-fields.js';
import { checkToolTurns } from './tool-turns.js';
import type { Version } from './version.js';

const BLOCKS_BY_ROLE: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image', 'document', 'search_result', 'tool_result'],
  assistant: ['text', 'thinking', 'redacted_thinking', 'tool_use', 'document'],
  system: ['text'],
};

interface Rules {
  version: Version;
  betas: string;
}

export function checkMessages(messages: readonly unknown[], rules: Rules): void {
  for (const [index, message] of messages.entries()) checkMessage(message, ['messages', index], rules);
  const list = messages.map(asFields);
  if (list[0]?.role === 'assistant') {
    throw new Refused('first message must use the "user" role', { path: ['messages', 0, 'role'] });
  }
  checkPrefill(list);
  checkToolTurns(list);
}

function checkMessage(message: unknown, path: Path, { version, betas }: Rules): void {
  checkObject(message, path);
  const mayInstruct = /\b(per-turn-control|mid-conversation)-/.test(betas);
  if (!mayInstruct || message.role !== 'system') checkRole(message.role, [...path, 'role'], version);
  const settings = betas.includes('per-turn-control-') ? ['output_config'] : [];
  checkKnownFields(message, ['role', 'content', ...settings], path);
  const contentPath = [...path, 'content'];
  if (typeof message.content === 'string') {
    if (message.content.trim() === '') {
      throw new Refused('messages must have non-empty content', { path: contentPath });
    }
    return;
  }
  checkList(message.content, contentPath);
  if (message.content.length === 0) {
    throw new Refused('messages must have non-empty content', { path: contentPath });
  }
  for (const [index, block] of message.content.entries()) {
    checkBlock(block, [...contentPath, index], BLOCKS_BY_ROLE[String(message.role)] ?? []);
    if (version === '2026-10-21') checkNewerRules(block, String(message.role), [...contentPath, index]);
  }
}

function checkRole(role: unknown, path: Path, version: Version): void {
  if (role === 'system' && version === '2023-06-01') {
    const message = 'Unexpected role "system". The Messages API accepts a top-level `system` parameter.';
    throw new Refused(message, { path });
  }
  checkOneOf(role, path, ['user', 'assistant', 'system']);
}

function checkNewerRules(block: Fields, role: string, path: Path): void {
  if (role === 'assistant' && block.type === 'document') {
    throw new Refused('documents are not allowed in assistant messages', { path });
  }
  if (role === 'user' && block.type === 'text' && asList(block.citations).length > 0) {
    throw new Refused('citations are not allowed in user messages', { path: [...path, 'citations'] });
  }
}

function checkPrefill(messages: readonly Fields[]): void {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return;
  const text = typeof last.content === 'string' ? last.content : asFields(asList(last.content).at(-1)).text;
  if (typeof text === 'string' && /\s$/.test(text)) {
    const message = 'final assistant content cannot end with trailing whitespace';
    throw new Refused(message, { path: ['messages', messages.length - 1, 'content'] });
  }
}
