import { type ChatRequest, type Effort, type JsonObject, type Warning } from '#canonical';
import { type Turn } from './blocks.js';
import { isReasoning } from './encode-conversation.js';
import { type ModelFamily } from './model-family.js';
import { isResult, getCallIds } from './pair-tool-calls.js';

export interface ReasoningPlan {
  /** The model reasons with settings that exclude other sampling parameters. */
  isOn: boolean;
  maxTokens?: number | undefined;
  /** Members for the model itself, because this format has none for reasoning. */
  fields: JsonObject;
  effort?: string;
}

interface ReasoningContext {
  family: ModelFamily;
  turns: readonly Turn[];
  /** False for models that always reason. */
  canDisableReasoning: boolean;
  warnings: Warning[];
}

/** Added to a budget if the client sets no output limit. */
const DEFAULT_OUTPUT_TOKENS = 4096;
const MIN_BUDGET = 1024;

const EFFORT_VALUES: Readonly<Record<Exclude<Effort, 'none'>, string>> = {
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'xhigh',
  max: 'max',
};

/** The largest budget in tokens of each effort; larger budgets are `high`. */
const EFFORT_BUDGETS: readonly [string, number][] = [
  ['low', 2048],
  ['medium', 8192],
];

const OFF: JsonObject = { thinking: { type: 'disabled' } };
const NO_SETTINGS = 'this model has no reasoning settings';

export function planReasoning(request: ChatRequest, situation: ReasoningContext): ReasoningPlan {
  const { reasoning, maxOutputTokens } = request;
  const withoutReasoning: ReasoningPlan = { isOn: false, maxTokens: maxOutputTokens, fields: {} };
  if (reasoning === undefined) return withoutReasoning;
  const isOff = reasoning.effort === 'none' || reasoning.budgetTokens === 0;
  switch (situation.family.reasoning) {
    case 'thinking':
      return isOff
        ? { ...withoutReasoning, fields: OFF }
        : planThinking(request, withoutReasoning, situation);
    case 'reasoning-config':
      return isOff ? withoutReasoning : planReasoningConfig(request, withoutReasoning, situation);
    case 'reasoning-effort':
      if (isOff)
        situation.warnings.push({ field: 'reasoning', reason: 'reasoning of this model cannot be disabled' });
      return isOff
        ? withoutReasoning
        : { ...withoutReasoning, fields: { reasoning_effort: pickEffort(request, situation) } };
    case 'none':
      if (!isOff) situation.warnings.push({ field: 'reasoning', reason: NO_SETTINGS });
      return withoutReasoning;
  }
}

function planThinking(
  request: ChatRequest,
  withoutReasoning: ReasoningPlan,
  situation: ReasoningContext,
): ReasoningPlan {
  const { reasoning = {} } = request;
  const obstacle = findObstacle(request, situation.turns);
  if (obstacle !== undefined) {
    situation.warnings.push({ field: 'reasoning', reason: obstacle });
    return situation.canDisableReasoning ? { ...withoutReasoning, fields: OFF } : withoutReasoning;
  }
  const effort = reasoning.effort === undefined || reasoning.effort === 'none' ? undefined : reasoning.effort;
  const word = effort && { effort: EFFORT_VALUES[effort] };
  if (reasoning.budgetTokens !== undefined) {
    return { ...planBudget(request, reasoning.budgetTokens, situation.warnings), ...word };
  }
  return {
    ...withoutReasoning,
    isOn: true,
    fields: { thinking: { type: 'adaptive', ...encodeDisplay(request) } },
    ...word,
  };
}

function findObstacle(request: ChatRequest, turns: readonly Turn[]): string | undefined {
  const { toolChoice, reasoning, maxOutputTokens } = request;
  if (toolChoice?.type === 'required' || toolChoice?.type === 'tool') {
    return 'this model cannot reason before a required tool call';
  }
  if (reasoning?.budgetTokens === undefined) return undefined;
  if (maxOutputTokens !== undefined && maxOutputTokens <= MIN_BUDGET) {
    return 'the output token limit is too small for this model to reason';
  }
  return hasLostReasoning(turns) ? 'the reasoning before the last tool calls is missing' : undefined;
}

/**
 * If a budget is set, the assistant turns that called the tools of the last results must still have their reasoning.
 */
function hasLostReasoning(turns: readonly Turn[]): boolean {
  const lastUserTurn = turns.findLastIndex(({ role, content }) => role === 'user' && !content.some(isResult));
  const steps = turns.slice(lastUserTurn + 1).filter(({ role }) => role === 'assistant');
  const callsTools = steps.some(({ content }) => getCallIds(content).length > 0);
  return callsTools && !steps.some(({ content }) => content.some(isReasoning));
}

/** The budget must be less than the output limit. The client's own limit is not exceeded. */
function planBudget(request: ChatRequest, requested: number, warnings: Warning[]): ReasoningPlan {
  const minimum = Math.max(requested, MIN_BUDGET);
  const maxTokens = request.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS + minimum;
  const budget = Math.min(minimum, maxTokens - 1);
  if (budget !== requested) {
    warnings.push({ field: 'reasoning', reason: `the reasoning budget is ${budget} tokens` });
  }
  const thinking = { type: 'enabled', budget_tokens: budget, ...encodeDisplay(request) };
  return { isOn: true, maxTokens, fields: { thinking } };
}

function encodeDisplay({ reasoning }: ChatRequest): JsonObject {
  if (reasoning?.isShown === undefined) return {};
  return { display: reasoning.isShown ? 'summarized' : 'omitted' };
}

/** At their highest effort such models accept no output limit. */
function planReasoningConfig(
  request: ChatRequest,
  withoutReasoning: ReasoningPlan,
  situation: ReasoningContext,
): ReasoningPlan {
  const word = pickEffort(request, situation);
  const fields = { reasoningConfig: { type: 'enabled', maxReasoningEffort: word } };
  if (word !== 'high') return { ...withoutReasoning, fields };
  if (request.maxOutputTokens !== undefined) {
    const reason = 'it is not supported at the highest reasoning effort of this model';
    situation.warnings.push({ field: 'maxOutputTokens', reason });
  }
  return { isOn: true, fields };
}

/** One of the three efforts that such models support. */
function pickEffort({ reasoning = {} }: ChatRequest, { warnings }: ReasoningContext): string {
  const { effort, budgetTokens } = reasoning;
  if (effort !== undefined && effort !== 'none') {
    const word = EFFORT_VALUES[effort];
    return word === 'xhigh' || word === 'max' ? 'high' : word;
  }
  if (budgetTokens === undefined) return 'medium';
  warnings.push({ field: 'reasoning', reason: 'the token budget was converted to a reasoning effort' });
  return EFFORT_BUDGETS.find(([, maxTokens]) => budgetTokens <= maxTokens)?.[0] ?? 'high';
}
