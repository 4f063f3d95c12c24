import { type Block, PLACEHOLDER, type Turn, getObject, getText } from './blocks.js';

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
    openCalls = isAnswer ? [] : listCallIds(content);
  }
  if (openCalls.length > 0) paired.push({ role: 'user', content: answerCalls(openCalls, []) });
  return paired;
}

/** Where a model takes results only in a turn of their own, the assistant says next to nothing between them and words. */
export function splitResults(turns: readonly Turn[]): Turn[] {
  return turns.flatMap((turn) => {
    const results = turn.content.filter(isResult);
    const words = turn.content.filter((block) => !isResult(block));
    if (results.length === 0 || words.length === 0) return [turn];
    return [
      { role: 'user', content: results },
      { role: 'assistant', content: [PLACEHOLDER] },
      { role: 'user', content: words },
    ];
  });
}

export function isResult(block: Block): boolean {
  return 'toolResult' in block;
}

export function listCallIds(content: readonly Block[]): string[] {
  return content.flatMap((block) =>
    'toolUse' in block ? [getText(getObject(block['toolUse'])['toolUseId'])] : [],
  );
}

/** Results first and in the order of the calls, then everything else. */
function answerCalls(callIds: readonly string[], content: readonly Block[]): Block[] {
  const answers = callIds.map(
    (id) => content.find((block) => getResultId(block) === id) ?? missingResult(id),
  );
  const rest = content.filter((block) => !answers.includes(block));
  return [...answers, ...rest.flatMap(withoutResult)];
}

function getResultId(block: Block): string | undefined {
  return isResult(block) ? getText(getObject(block['toolResult'])['toolUseId']) : undefined;
}

function missingResult(toolUseId: string): Block {
  return { toolResult: { toolUseId, content: [{ text: NO_RESULT }] } };
}

/** What a result of no call says is kept as the user's words. */
function withoutResult(block: Block): Block[] {
  if (!isResult(block)) return [block];
  const { content } = getObject(block['toolResult']);
  return Array.isArray(content) ? (content as Block[]) : [];
}
