import { type ChatRequest, type Effort, type JsonObject, type Warning } from '#canonical';

/* The thinking of Claude models, which have the same settings at Anthropic and at Amazon Bedrock. */

export const THINKING_EFFORTS: Record<Exclude<Effort, 'none'>, string> = {
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'xhigh',
  max: 'max',
};

/** The output limit if neither the client nor the model's rule sets one. */
export const DEFAULT_MAX_TOKENS = 4096;
const MIN_BUDGET = 1024;

export const MISSING_REASONING = 'the reasoning before the last tool calls is missing';

/** Why the model cannot think; undefined if it can. */
export function findObstacle(
  { toolChoice, webSearch, reasoning, maxOutputTokens }: ChatRequest,
  hasLostReasoning: () => boolean,
): string | undefined {
  if (toolChoice?.type === 'required' || toolChoice?.type === 'tool' || webSearch?.isRequired) {
    return 'this model cannot reason before a required tool call';
  }
  if (reasoning?.budgetTokens === undefined) return undefined;
  if (maxOutputTokens !== undefined && maxOutputTokens <= MIN_BUDGET) {
    return 'the output token limit is too small for this model to reason';
  }
  return hasLostReasoning() ? MISSING_REASONING : undefined;
}

/** The budget must be less than the output limit. The client's own limit is not exceeded. */
export function planBudget(
  request: ChatRequest,
  requested: number,
  warnings: Warning[],
): { maxTokens: number; thinking: JsonObject } {
  const minimum = Math.max(requested, MIN_BUDGET);
  const maxTokens = request.maxOutputTokens ?? DEFAULT_MAX_TOKENS + minimum;
  const budget = Math.min(minimum, maxTokens - 1);
  if (budget !== requested) {
    warnings.push({ field: 'reasoning', reason: `the reasoning budget is ${budget} tokens` });
  }
  return { maxTokens, thinking: { type: 'enabled', budget_tokens: budget, ...encodeDisplay(request) } };
}

export function encodeDisplay({ reasoning }: ChatRequest): JsonObject {
  if (reasoning?.isShown === undefined) return {};
  return { display: reasoning.isShown ? 'summarized' : 'omitted' };
}
