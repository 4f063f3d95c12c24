import { type Block, PLACEHOLDER, type Turn, getObject, getText } from './blocks.js';

const NO_RESULT = 'no result provided';

/**
 * Services of this format refuse a tool call without a result in the next turn, and a result without a call.
 * Conversations that were shortened or edited can have both.
 */
export function pairToolCalls(turns: readonly Turn[]): Turn[] {
  const paired: Turn[] = [];
  let openCalls: string[] = [];
  for (const { role, content } of turns) {
    const isUser = role === 'user';
    paired.push({ role, content: isUser ? addResults(openCalls, content) : content });
    openCalls = isUser ? [] : getCallIds(content);
  }
  if (openCalls.length > 0) paired.push({ role: 'user', content: addResults(openCalls, []) });
  return paired;
}

/**
 * Some models accept results only in a turn of their own. A placeholder of the assistant then separates the results
 * from the rest.
 */
export function splitResults(turns: readonly Turn[]): Turn[] {
  return turns.flatMap((turn) => {
    const results = turn.content.filter(isResult);
    const others = turn.content.filter((block) => !isResult(block));
    if (results.length === 0 || others.length === 0) return [turn];
    return [
      { role: 'user', content: results },
      { role: 'assistant', content: [PLACEHOLDER] },
      { role: 'user', content: others },
    ];
  });
}

export function isResult(block: Block): boolean {
  return 'toolResult' in block;
}

export function getCallIds(content: readonly Block[]): string[] {
  return content.flatMap((block) =>
    'toolUse' in block ? [getText(getObject(block['toolUse'])['toolUseId'])] : [],
  );
}

/** The results come first, in the order of the calls. */
function addResults(callIds: readonly string[], content: readonly Block[]): Block[] {
  const results = callIds.map(
    (id) => content.find((block) => getResultId(block) === id) ?? buildMissingResult(id),
  );
  const rest = content.filter((block) => !results.includes(block));
  return [...results, ...rest.flatMap(unwrapResult)];
}

function getResultId(block: Block): string | undefined {
  return isResult(block) ? getText(getObject(block['toolResult'])['toolUseId']) : undefined;
}

function buildMissingResult(toolUseId: string): Block {
  return { toolResult: { toolUseId, content: [{ text: NO_RESULT }] } };
}

/** The content of a result without a call becomes user content. */
function unwrapResult(block: Block): Block[] {
  if (!isResult(block)) return [block];
  const { content } = getObject(block['toolResult']);
  return Array.isArray(content) ? (content as Block[]) : [];
}
