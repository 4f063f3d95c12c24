import { type ChatRequest, type Effort, type JsonObject, type Warning } from '#canonical';
import { type Turn, isThinking } from './encode-conversation.js';

export interface ThinkingPlan {
  maxTokens: number;
  isOn: boolean;
  thinking?: JsonObject;
  effort?: string;
}

/** Where neither the client nor we know how long an answer may get. */
const DEFAULT_MAX_TOKENS = 4096;
const MIN_BUDGET = 1024;

const EFFORT_WORDS: Record<Exclude<Effort, 'none'>, string> = {
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'xhigh',
  max: 'max',
};

/** Room for thoughts that is added to the usual length of an answer where the client set none. */
const ROOM_TOKENS: Record<Exclude<Effort, 'none'>, number> = {
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 16384,
  xhigh: 24576,
  max: 32000,
};

export const MISSING_THOUGHTS = 'The thoughts before the last tool calls are missing.';

const OFF: JsonObject = { type: 'disabled' };

/** How the model shall think, and how long its answer may get: thoughts count as part of the answer. */
export function planThinking(
  request: ChatRequest,
  /** `canRest`: whether the model can be told not to think. */
  { turns, canRest = true }: { turns: readonly Turn[]; canRest?: boolean },
  warnings: Warning[],
): ThinkingPlan {
  const { reasoning, maxOutputTokens } = request;
  const silent = { isOn: false, maxTokens: maxOutputTokens ?? DEFAULT_MAX_TOKENS };
  if (reasoning === undefined) return silent;
  const { effort, budgetTokens } = reasoning;
  if (effort === 'none') return { ...silent, thinking: OFF };
  const obstacle = findObstacle(request, turns);
  if (obstacle !== undefined) {
    warnings.push({ field: 'reasoning', reason: obstacle });
    return canRest ? { ...silent, thinking: OFF } : silent;
  }
  const word = effort === undefined ? undefined : EFFORT_WORDS[effort];
  if (budgetTokens !== undefined) return { ...planBudget(request, budgetTokens, warnings), effort: word };
  const maxTokens = maxOutputTokens ?? DEFAULT_MAX_TOKENS + ROOM_TOKENS[effort ?? 'high'];
  return { isOn: true, maxTokens, thinking: { type: 'adaptive', ...display(request) }, effort: word };
}

function findObstacle(request: ChatRequest, turns: readonly Turn[]): string | undefined {
  const { toolChoice, webSearch, reasoning, maxOutputTokens } = request;
  if (toolChoice?.type === 'required' || toolChoice?.type === 'tool' || webSearch?.isRequired) {
    return 'This model cannot think before a tool call that is required.';
  }
  if (reasoning?.budgetTokens === undefined) return undefined;
  if (maxOutputTokens !== undefined && maxOutputTokens <= MIN_BUDGET) {
    return 'The answer may not be long enough for this model to think.';
  }
  return hasLostThoughts(turns) ? MISSING_THOUGHTS : undefined;
}

/** The budget has to leave room for an answer; the client's own limit is not exceeded for it. */
function planBudget(request: ChatRequest, asked: number, warnings: Warning[]): ThinkingPlan {
  const wanted = Math.max(asked, MIN_BUDGET);
  const maxTokens = request.maxOutputTokens ?? DEFAULT_MAX_TOKENS + wanted;
  const budget = Math.min(wanted, maxTokens - 1);
  if (budget !== asked) {
    warnings.push({ field: 'reasoning', reason: `The budget for reasoning is ${budget} tokens.` });
  }
  const thinking = { type: 'enabled', budget_tokens: budget, ...display(request) };
  return { isOn: true, maxTokens, thinking };
}

function display({ reasoning }: ChatRequest): JsonObject {
  if (reasoning?.isShown === undefined) return {};
  return { display: reasoning.isShown ? 'summarized' : 'omitted' };
}

/** With a budget set, the turn that called the tools whose results come last must still have its thoughts. */
export function hasLostThoughts(turns: readonly Turn[]): boolean {
  const lastWords = turns.findLastIndex(
    ({ role, content }) => role === 'user' && content.every((block) => block.type !== 'tool_result'),
  );
  const steps = turns.slice(lastWords + 1).filter(({ role }) => role === 'assistant');
  const callsTools = steps.some(({ content }) => content.some((block) => block.type === 'tool_use'));
  return callsTools && !steps.some(({ content }) => content.some(isThinking));
}
