import {
  type ChatRequest,
  EFFORTS,
  type Effort,
  GatewayError,
  type ReasoningSettings,
  type RequestField,
  type Translated,
  type Warning,
} from '#canonical';
import { type FormatOf } from '../format-ids.js';
import { EFFORT_BUDGETS } from './effort-budgets.js';
import { type ModelRule, type ReasoningRule } from './model-rule.js';

/** What says no more than the model does by itself. */
const DEFAULTS: Partial<Record<RequestField, number>> = {
  temperature: 1,
  topP: 1,
  presencePenalty: 0,
  frequencyPenalty: 0,
};

const REFUSED = 'this model does not take it';

/** The most tokens of reasoning for which an effort stands; more is `high`. */
const BUDGET_EFFORTS: readonly [Effort, number][] = [
  ['none', 0],
  ['minimal', 512],
  ['low', 2048],
  ['medium', 8192],
];

/**
 * The request as its model takes it: what the model refuses is left out, efforts and budgets become those that it knows,
 * and the answer gets no longer than the model can make it. Throws for what an answer without it would not be the one
 * that was asked for. Without a rule nothing is known of the model, and what it is sent stays as it is.
 */
export function fitToModel(
  request: ChatRequest,
  rule: ModelRule | undefined,
  format: FormatOf<'chat'>,
): Translated<ChatRequest> {
  if (rule === undefined) return { value: request, warnings: [] };
  const warnings: Warning[] = [];
  const value = { ...request };
  limitAnswer(value, rule, warnings);
  if (rule.reasoning !== undefined)
    value.reasoning = fitReasoning(value, rule.reasoning, { format, warnings });
  leaveOut(value, findRefused(value, rule), warnings);
  return { value, warnings };
}

function limitAnswer(
  request: ChatRequest,
  { maxOutputTokens: most = Infinity }: ModelRule,
  warnings: Warning[],
) {
  const { maxOutputTokens: asked = 0 } = request;
  if (asked <= most) return;
  request.maxOutputTokens = most;
  warnings.push({ field: 'maxOutputTokens', reason: `this model answers with at most ${most} tokens` });
}

function findRefused(request: ChatRequest, rule: ModelRule): RequestField[] {
  const { refuses = [], refusesWhileReasoning: reasoning, takesOneOf } = rule;
  const isGivenBoth = takesOneOf?.every((field) => request[field] !== undefined) === true;
  return [
    ...refuses.filter((field) => isRefused(request, field)),
    ...(refuses.includes('tools') ? (['toolChoice', 'allowsParallelCalls'] as const) : []),
    ...(reasoning !== undefined && isReasoning(request, reasoning.isOffByDefault) ? reasoning.fields : []),
    ...(takesOneOf !== undefined && isGivenBoth ? [takesOneOf[1]] : []),
  ];
}

/** A model that holds to no schema may well answer in JSON. */
function isRefused({ outputFormat }: ChatRequest, field: RequestField): boolean {
  return field !== 'outputFormat' || outputFormat?.type === 'json-schema';
}

function isReasoning({ reasoning }: ChatRequest, isOffByDefault: boolean): boolean {
  const effort = reasoning?.effort;
  return effort === undefined ? !isOffByDefault : effort !== 'none';
}

function leaveOut(request: ChatRequest, fields: readonly RequestField[], warnings: Warning[]): void {
  refuseLostMeaning(request, fields);
  for (const field of fields) {
    const value = request[field];
    if (value === undefined) continue;
    delete request[field];
    const isDefault = value === DEFAULTS[field] || isOff(value);
    if (!isDefault) warnings.push({ field, reason: REFUSED });
  }
}

function refuseLostMeaning(request: ChatRequest, fields: readonly RequestField[]): void {
  const { logprobs, toolChoice } = request;
  if (logprobs !== undefined && fields.includes('logprobs')) {
    throw refusal('logprobs', 'This model does not report log probabilities.');
  }
  const isForced = toolChoice?.type === 'required' || toolChoice?.type === 'tool';
  if (isForced && fields.includes('toolChoice')) {
    throw refusal('toolChoice', 'This model cannot be made to call a tool.');
  }
}

function refusal(param: RequestField, message: string): GatewayError {
  return new GatewayError('unsupported-parameter', message, { param });
}

/** Not to reason is what a model does anyway that cannot. */
function isOff(value: ChatRequest[RequestField]): boolean {
  return typeof value === 'object' && 'effort' in value && value.effort === 'none';
}

interface Fitting {
  format: FormatOf<'chat'>;
  warnings: Warning[];
}

function fitReasoning(
  request: ChatRequest,
  rule: ReasoningRule,
  { format, warnings }: Fitting,
): ReasoningSettings | undefined {
  const { reasoning } = request;
  if (reasoning === undefined) return undefined;
  const { efforts, isAlwaysOn = false } = rule;
  const budget = EFFORT_BUDGETS[format] === undefined ? undefined : rule.budget;
  const isOff = reasoning.effort === 'none' || reasoning.budgetTokens === 0;
  if (isOff && !isAlwaysOn) return reasoning;
  if (efforts === undefined) {
    return budget === undefined ? reasoning : fitBudget(request, budget, { format, warnings });
  }
  if (reasoning.budgetTokens !== undefined && budget !== undefined) return reasoning;
  return fitEffort(reasoning, efforts, warnings);
}

/** For a model that knows words only. */
function fitEffort(
  { budgetTokens, ...reasoning }: ReasoningSettings,
  efforts: readonly Effort[],
  warnings: Warning[],
): ReasoningSettings {
  if (budgetTokens !== undefined) {
    warnings.push({ field: 'reasoning', reason: 'the budget of tokens is approximated by an effort' });
  }
  const asked = reasoning.effort ?? (budgetTokens === undefined ? undefined : toEffort(budgetTokens));
  if (asked === undefined) return reasoning;
  const effort = findNearest(asked, efforts);
  if (effort !== asked && budgetTokens === undefined) {
    warnings.push({ field: 'reasoning', reason: `this model takes the effort ${efforts.join(', ')}` });
  }
  return { ...reasoning, effort };
}

function toEffort(budgetTokens: number): Effort {
  return BUDGET_EFFORTS.find(([, most]) => budgetTokens <= most)?.[0] ?? 'high';
}

/** Of two that are equally near the lesser; but who asks for little reasoning does not ask for none. */
function findNearest(asked: Effort, efforts: readonly Effort[]): Effort {
  const distance = (effort: Effort): number => Math.abs(EFFORTS.indexOf(effort) - EFFORTS.indexOf(asked));
  const known = efforts.filter((effort) => effort !== 'none' || asked === 'none');
  const [nearest = asked] = known.toSorted((a, b) => distance(a) - distance(b));
  return nearest;
}

/** For a model that knows numbers only. Where the effort is a word, half of the answer is left for what is said. */
function fitBudget(
  { reasoning = {}, maxOutputTokens = Infinity }: ChatRequest,
  { min = 1, max = Infinity }: NonNullable<ReasoningRule['budget']>,
  { format, warnings }: Fitting,
): ReasoningSettings {
  const known = EFFORT_BUDGETS[format];
  if (known === undefined) return reasoning;
  const { effort, budgetTokens, ...rest } = reasoning;
  if (effort === undefined && budgetTokens === undefined && !known.turnsOn) return reasoning;
  const meant = Math.min(known.byEffort[effort ?? 'high'], Math.floor(maxOutputTokens / 2));
  const fitted = Math.min(Math.max(budgetTokens ?? meant, min), max);
  const isOff = effort === 'none' || budgetTokens === 0;
  if (isOff || (budgetTokens !== undefined && fitted !== budgetTokens)) {
    const most = max === Infinity ? '' : ` and at most ${max}`;
    warnings.push({ field: 'reasoning', reason: `this model reasons with at least ${min}${most} tokens` });
  }
  return { ...rest, budgetTokens: fitted };
}
