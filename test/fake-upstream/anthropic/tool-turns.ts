import { asFields, asList, type Fields } from '../fields.js';
import { Refused } from '../refused.js';

/** The message after one with tool_use must begin with a result for every call. */
export function checkToolTurns(messages: readonly Fields[]): void {
  let asked: readonly unknown[] = [];
  for (const [index, message] of messages.entries()) {
    const blocks = asList(message.content).map(asFields);
    const answered = blocks.filter(({ type }) => type === 'tool_result').map((block) => block.tool_use_id);
    checkAllAnswered(asked, answered, index - 1);
    checkResults(blocks, asked, index);
    asked = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
    checkUnique(asked, index);
  }
  checkAllAnswered(asked, [], messages.length - 1);
}

function checkAllAnswered(asked: readonly unknown[], answered: readonly unknown[], index: number): void {
  const unanswered = asked.filter((id) => !answered.includes(id));
  if (unanswered.length === 0) return;
  throw new Refused(
    `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${unanswered.join(', ')}. ` +
      'Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    { path: ['messages', index] },
  );
}

function checkResults(blocks: readonly Fields[], asked: readonly unknown[], message: number): void {
  const seen = new Set<unknown>();
  for (const [index, { type, tool_use_id: id }] of blocks.entries()) {
    if (type !== 'tool_result') continue;
    const path = ['messages', message, 'content', index];
    if (!asked.includes(id)) {
      const text = `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(id)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
      throw new Refused(text, { path });
    }
    if (seen.has(id)) throw new Refused(`multiple \`tool_result\` blocks with id: ${String(id)}`, { path });
    if (seen.size < index) throw new Refused('`tool_result` blocks must come first', { path });
    seen.add(id);
  }
}

function checkUnique(ids: readonly unknown[], message: number): void {
  if (new Set(ids).size === ids.length) return;
  throw new Refused('`tool_use` ids must be unique', { path: ['messages', message, 'content'] });
}
