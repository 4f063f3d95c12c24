import { type Block } from './block.js';
import { toText } from './to-text.js';
import { type Turn } from './turn.js';

const NO_RESULT = 'no result provided';

/**
 * Services of this format refuse a conversation where a call is not answered in the very next turn, and one
 * with a result that answers nothing. Histories that were cut or edited have both.
 */
export function pairToolCalls(turns: readonly Turn[]): Turn[] {
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
