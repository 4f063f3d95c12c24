import { type ChatRequest, type Effort, type JsonObject, type Warning } from '#canonical';
import { FORMAT_ID } from './format-id.js';
import { given } from './json-object.js';

/** The largest budget for which an effort stands. Beyond them is `high`: not every model knows more. */
const EFFORT_BUDGETS: readonly [Effort, number][] = [
  ['none', 0],
  ['low', 2048],
  ['medium', 8192],
];

export function encodeReasoning({ reasoning }: ChatRequest, warnings: Warning[]): JsonObject | undefined {
  if (reasoning === undefined) return undefined;
  const { effort, budgetTokens, isShown } = reasoning;
  if (budgetTokens !== undefined) {
    warnings.push({ field: 'reasoning', reason: 'the budget in tokens became a level of effort' });
  }
  const settings = given({
    effort: effort ?? (budgetTokens === undefined ? undefined : getEffort(budgetTokens)),
    summary: isShown ? 'auto' : undefined,
  });
  return Object.keys(settings).length === 0 ? undefined : settings;
}

/** Models that do not reason refuse to be asked for the signature, so it is asked for where reasoning is talked of. */
export function wantsReasoningSignature({ reasoning, messages }: ChatRequest): boolean {
  const isOff =
    reasoning?.effort === 'none' || (reasoning?.effort === undefined && reasoning?.budgetTokens === 0);
  if (reasoning !== undefined) return !isOff;
  return messages.some(
    (message) =>
      message.role === 'assistant' &&
      message.content.some((part) => part.type === 'reasoning' && part.signature?.origin === FORMAT_ID),
  );
}

function getEffort(budgetTokens: number): Effort {
  return EFFORT_BUDGETS.find(([, largest]) => budgetTokens <= largest)?.[0] ?? 'high';
}
