import { type ChatRequest, type Effort, type JsonObject, type Warning } from '#canonical';
import { type Turn } from './blocks.js';
import { isReasoning } from './encode-conversation.js';
import { type ModelFamily } from './model-family.js';
import { isResult, listCallIds } from './pair-tool-calls.js';

export interface ReasoningPlan {
  /** Whether it takes the settings of chance, and how long the answer gets, into its own hands. */
  isOn: boolean;
  maxTokens?: number | undefined;
  /** For the model itself: this format has no words for them. */
  fields: JsonObject;
  effort?: string;
}

interface Situation {
  family: ModelFamily;
  turns: readonly Turn[];
  /** Whether the model can be told not to reason. */
  canRest: boolean;
  warnings: Warning[];
}

/** Added to a budget where the client does not say how long the answer may get. */
const USUAL_ANSWER_TOKENS = 4096;
const MIN_BUDGET = 1024;

const EFFORT_WORDS: Readonly<Record<Exclude<Effort, 'none'>, string>> = {
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'xhigh',
  max: 'max',
};

/** The most tokens for which a word stands; more is `high`. */
const BUDGET_WORDS: readonly [string, number][] = [
  ['low', 2048],
  ['medium', 8192],
];

const OFF: JsonObject = { thinking: { type: 'disabled' } };
const UNSETTABLE = 'How this model reasons cannot be set.';

export function planReasoning(request: ChatRequest, situation: Situation): ReasoningPlan {
  const { reasoning, maxOutputTokens } = request;
  const silent: ReasoningPlan = { isOn: false, maxTokens: maxOutputTokens, fields: {} };
  if (reasoning === undefined) return silent;
  const isOff = reasoning.effort === 'none' || reasoning.budgetTokens === 0;
  switch (situation.family.reasoning) {
    case 'thinking':
      return isOff ? { ...silent, fields: OFF } : planThinking(request, silent, situation);
    case 'reasoning-config':
      return isOff ? silent : planReasoningConfig(request, silent, situation);
    case 'reasoning-effort':
      if (isOff) situation.warnings.push({ field: 'reasoning', reason: 'This model always reasons.' });
      return isOff ? silent : { ...silent, fields: { reasoning_effort: pickWord(request, situation) } };
    case 'none':
      if (!isOff) situation.warnings.push({ field: 'reasoning', reason: UNSETTABLE });
      return silent;
  }
}

function planThinking(request: ChatRequest, silent: ReasoningPlan, situation: Situation): ReasoningPlan {
  const { reasoning = {} } = request;
  const obstacle = findObstacle(request, situation.turns);
  if (obstacle !== undefined) {
    situation.warnings.push({ field: 'reasoning', reason: obstacle });
    return situation.canRest ? { ...silent, fields: OFF } : silent;
  }
  const effort = reasoning.effort === undefined || reasoning.effort === 'none' ? undefined : reasoning.effort;
  const word = effort && { effort: EFFORT_WORDS[effort] };
  if (reasoning.budgetTokens !== undefined) {
    return { ...planBudget(request, reasoning.budgetTokens, situation.warnings), ...word };
  }
  return { ...silent, isOn: true, fields: { thinking: { type: 'adaptive', ...display(request) } }, ...word };
}

function findObstacle(request: ChatRequest, turns: readonly Turn[]): string | undefined {
  const { toolChoice, reasoning, maxOutputTokens } = request;
  if (toolChoice?.type === 'required' || toolChoice?.type === 'tool') {
    return 'This model cannot think before a tool call that is required.';
  }
  if (reasoning?.budgetTokens === undefined) return undefined;
  if (maxOutputTokens !== undefined && maxOutputTokens <= MIN_BUDGET) {
    return 'The answer may not be long enough for this model to think.';
  }
  return hasLostThoughts(turns) ? 'The thoughts before the last tool calls are missing.' : undefined;
}

/** With a budget set, the turn that called the tools whose results come last must still have its thoughts. */
function hasLostThoughts(turns: readonly Turn[]): boolean {
  const lastWords = turns.findLastIndex(({ role, content }) => role === 'user' && !content.some(isResult));
  const steps = turns.slice(lastWords + 1).filter(({ role }) => role === 'assistant');
  const callsTools = steps.some(({ content }) => listCallIds(content).length > 0);
  return callsTools && !steps.some(({ content }) => content.some(isReasoning));
}

/** The budget has to leave room for an answer; the client's own limit is not exceeded for it. */
function planBudget(request: ChatRequest, asked: number, warnings: Warning[]): ReasoningPlan {
  const wanted = Math.max(asked, MIN_BUDGET);
  const maxTokens = request.maxOutputTokens ?? USUAL_ANSWER_TOKENS + wanted;
  const budget = Math.min(wanted, maxTokens - 1);
  if (budget !== asked) {
    warnings.push({ field: 'reasoning', reason: `The budget for reasoning is ${budget} tokens.` });
  }
  const thinking = { type: 'enabled', budget_tokens: budget, ...display(request) };
  return { isOn: true, maxTokens, fields: { thinking } };
}

function display({ reasoning }: ChatRequest): JsonObject {
  if (reasoning?.isShown === undefined) return {};
  return { display: reasoning.isShown ? 'summarized' : 'omitted' };
}

/** At its greatest effort such a model decides by itself how long it writes. */
function planReasoningConfig(
  request: ChatRequest,
  silent: ReasoningPlan,
  situation: Situation,
): ReasoningPlan {
  const word = pickWord(request, situation);
  const fields = { reasoningConfig: { type: 'enabled', maxReasoningEffort: word } };
  if (word !== 'high') return { ...silent, fields };
  if (request.maxOutputTokens !== undefined) {
    const reason = 'It cannot be set while this model reasons at its greatest effort.';
    situation.warnings.push({ field: 'maxOutputTokens', reason });
  }
  return { isOn: true, fields };
}

/** One of the three efforts that such models know. */
function pickWord({ reasoning = {} }: ChatRequest, { warnings }: Situation): string {
  const { effort, budgetTokens } = reasoning;
  if (effort !== undefined && effort !== 'none') {
    const word = EFFORT_WORDS[effort];
    return word === 'xhigh' || word === 'max' ? 'high' : word;
  }
  if (budgetTokens === undefined) return 'medium';
  warnings.push({ field: 'reasoning', reason: 'The budget of tokens is approximated by an effort.' });
  return BUDGET_WORDS.find(([, most]) => budgetTokens <= most)?.[0] ?? 'high';
}
