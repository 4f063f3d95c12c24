import { type ChatRequest, type Effort, type JsonObject, type Warning } from '#canonical';
import { type Turn, isThinking } from './encode-conversation.js';

export interface ThinkingPlan {
  maxTokens: number;
  isOn: boolean;
  thinking?: JsonObject;
  effort?: string;
}

/** Used if neither the client nor the model's rule sets a limit. */
const DEFAULT_MAX_TOKENS = 4096;
const MIN_BUDGET = 1024;

const EFFORT_VALUES: Record<Exclude<Effort, 'none'>, string> = {
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'xhigh',
  max: 'max',
};

/** Added to the default limit if the client set none. */
const REASONING_TOKENS: Record<Exclude<Effort, 'none'>, number> = {
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 16384,
  xhigh: 24576,
  max: 32000,
};

export const MISSING_REASONING = 'the reasoning before the last tool calls is missing';

const OFF: JsonObject = { type: 'disabled' };

/** Plans the thinking settings and `max_tokens`, which includes the thinking tokens. */
export function planThinking(
  request: ChatRequest,
  /** `canDisableThinking`: false for models that always think. */
  { turns, canDisableThinking = true }: { turns: readonly Turn[]; canDisableThinking?: boolean },
  warnings: Warning[],
): ThinkingPlan {
  const { reasoning, maxOutputTokens } = request;
  const withoutThinking = { isOn: false, maxTokens: maxOutputTokens ?? DEFAULT_MAX_TOKENS };
  if (reasoning === undefined) return withoutThinking;
  const { effort, budgetTokens } = reasoning;
  if (effort === 'none') return { ...withoutThinking, thinking: OFF };
  const obstacle = findObstacle(request, turns);
  if (obstacle !== undefined) {
    warnings.push({ field: 'reasoning', reason: obstacle });
    return canDisableThinking ? { ...withoutThinking, thinking: OFF } : withoutThinking;
  }
  const word = effort === undefined ? undefined : EFFORT_VALUES[effort];
  if (budgetTokens !== undefined) return { ...planBudget(request, budgetTokens, warnings), effort: word };
  const maxTokens = maxOutputTokens ?? DEFAULT_MAX_TOKENS + REASONING_TOKENS[effort ?? 'high'];
  return { isOn: true, maxTokens, thinking: { type: 'adaptive', ...encodeDisplay(request) }, effort: word };
}

function findObstacle(request: ChatRequest, turns: readonly Turn[]): string | undefined {
  const { toolChoice, webSearch, reasoning, maxOutputTokens } = request;
  if (toolChoice?.type === 'required' || toolChoice?.type === 'tool' || webSearch?.isRequired) {
    return 'this model cannot reason before a required tool call';
  }
  if (reasoning?.budgetTokens === undefined) return undefined;
  if (maxOutputTokens !== undefined && maxOutputTokens <= MIN_BUDGET) {
    return 'the output token limit is too small for this model to reason';
  }
  return hasLostThinking(turns) ? MISSING_REASONING : undefined;
}

/** The budget must be less than `max_tokens`. The client's own limit is not exceeded. */
function planBudget(request: ChatRequest, requested: number, warnings: Warning[]): ThinkingPlan {
  const minimum = Math.max(requested, MIN_BUDGET);
  const maxTokens = request.maxOutputTokens ?? DEFAULT_MAX_TOKENS + minimum;
  const budget = Math.min(minimum, maxTokens - 1);
  if (budget !== requested) {
    warnings.push({ field: 'reasoning', reason: `the reasoning budget is ${budget} tokens` });
  }
  const thinking = { type: 'enabled', budget_tokens: budget, ...encodeDisplay(request) };
  return { isOn: true, maxTokens, thinking };
}

function encodeDisplay({ reasoning }: ChatRequest): JsonObject {
  if (reasoning?.isShown === undefined) return {};
  return { display: reasoning.isShown ? 'summarized' : 'omitted' };
}

/**
 * If a budget is set, the assistant turns that called the tools of the last results must still have their thinking.
 */
export function hasLostThinking(turns: readonly Turn[]): boolean {
  const lastWords = turns.findLastIndex(
    ({ role, content }) => role === 'user' && content.every((block) => block.type !== 'tool_result'),
  );
  const steps = turns.slice(lastWords + 1).filter(({ role }) => role === 'assistant');
  const callsTools = steps.some(({ content }) => content.some((block) => block.type === 'tool_use'));
  return callsTools && !steps.some(({ content }) => content.some(isThinking));
}
