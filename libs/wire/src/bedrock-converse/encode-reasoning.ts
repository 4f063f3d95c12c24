import { type ChatRequest, type JsonObject, type Warning } from '#canonical';
import { THINKING_EFFORTS, encodeDisplay, findObstacle, planBudget } from '../block-turns/thinking.js';
import { hasLostReasoning } from '../block-turns/turns.js';
import { BLOCK_KINDS, type Turn } from './blocks.js';
import { type ModelFamily } from './model-family.js';

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
  const obstacle = findObstacle(request, () => hasLostReasoning(situation.turns, BLOCK_KINDS));
  if (obstacle !== undefined) {
    situation.warnings.push({ field: 'reasoning', reason: obstacle });
    return situation.canDisableReasoning ? { ...withoutReasoning, fields: OFF } : withoutReasoning;
  }
  const effort = reasoning.effort === undefined || reasoning.effort === 'none' ? undefined : reasoning.effort;
  const word = effort && { effort: THINKING_EFFORTS[effort] };
  if (reasoning.budgetTokens !== undefined) {
    const { maxTokens, thinking } = planBudget(request, reasoning.budgetTokens, situation.warnings);
    return { isOn: true, maxTokens, fields: { thinking }, ...word };
  }
  return {
    ...withoutReasoning,
    isOn: true,
    fields: { thinking: { type: 'adaptive', ...encodeDisplay(request) } },
    ...word,
  };
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
    const word = THINKING_EFFORTS[effort];
    return word === 'xhigh' || word === 'max' ? 'high' : word;
  }
  if (budgetTokens === undefined) return 'medium';
  warnings.push({ field: 'reasoning', reason: 'the token budget was converted to a reasoning effort' });
  return EFFORT_BUDGETS.find(([, maxTokens]) => budgetTokens <= maxTokens)?.[0] ?? 'high';
}
