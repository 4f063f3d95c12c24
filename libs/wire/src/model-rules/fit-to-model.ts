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

/** Values that are the model's own defaults. */
const DEFAULTS: Partial<Record<RequestField, number>> = {
  temperature: 1,
  topP: 1,
  presencePenalty: 0,
  frequencyPenalty: 0,
};

const UNSUPPORTED = 'this model does not support it';

/** The largest reasoning budget in tokens of each effort; larger budgets are `high`. */
const BUDGET_EFFORTS: readonly [Effort, number][] = [
  ['none', 0],
  ['minimal', 512],
  ['low', 2048],
  ['medium', 8192],
];

/**
 * Adapts a request to its model: removes unsupported fields, converts efforts and budgets to those that the model
 * supports, and caps the output limit. Throws if removing a field would change the meaning of the response. Without a
 * rule the request is unchanged.
 */
export function fitToModel(
  request: ChatRequest,
  rule: ModelRule | undefined,
  format: FormatOf<'chat'>,
): Translated<ChatRequest> {
  if (rule === undefined) return { value: request, warnings: [] };
  const warnings: Warning[] = [];
  const value = { ...request };
  limitOutput(value, rule, warnings);
  if (rule.reasoning !== undefined)
    value.reasoning = fitReasoning(value, rule.reasoning, { format, warnings });
  removeFields(value, findRefused(value, rule), warnings);
  return { value, warnings };
}

function limitOutput(
  request: ChatRequest,
  { maxOutputTokens: maxTokens = Infinity }: ModelRule,
  warnings: Warning[],
) {
  const { maxOutputTokens: requested = 0 } = request;
  if (requested <= maxTokens) return;
  request.maxOutputTokens = maxTokens;
  warnings.push({ field: 'maxOutputTokens', reason: `this model generates at most ${maxTokens} tokens` });
}

function findRefused(request: ChatRequest, rule: ModelRule): RequestField[] {
  const { refuses = [], refusesWhileReasoning: reasoning, takesOneOf } = rule;
  const hasBoth = takesOneOf?.every((field) => request[field] !== undefined) === true;
  return [
    ...refuses.filter((field) => isRefused(request, field)),
    ...(refuses.includes('tools') ? (['toolChoice', 'allowsParallelCalls'] as const) : []),
    ...(reasoning !== undefined && isReasoning(request, reasoning.isOffByDefault) ? reasoning.fields : []),
    ...(takesOneOf !== undefined && hasBoth ? [takesOneOf[1]] : []),
  ];
}

/** A model without support for schemas can still be instructed to respond in JSON. */
function isRefused({ outputFormat }: ChatRequest, field: RequestField): boolean {
  return field !== 'outputFormat' || outputFormat?.type === 'json-schema';
}

function isReasoning({ reasoning }: ChatRequest, isOffByDefault: boolean): boolean {
  const effort = reasoning?.effort;
  return effort === undefined ? !isOffByDefault : effort !== 'none';
}

function removeFields(request: ChatRequest, fields: readonly RequestField[], warnings: Warning[]): void {
  refuseUnsupported(request, fields);
  for (const field of fields) {
    const value = request[field];
    if (value === undefined) continue;
    delete request[field];
    const isDefault = value === DEFAULTS[field] || isOff(value);
    if (!isDefault) warnings.push({ field, reason: UNSUPPORTED });
  }
}

function refuseUnsupported(request: ChatRequest, fields: readonly RequestField[]): void {
  const { logprobs, toolChoice } = request;
  if (logprobs !== undefined && fields.includes('logprobs')) {
    throw unsupportedParameter('logprobs', 'This model does not report log probabilities.');
  }
  const isForced = toolChoice?.type === 'required' || toolChoice?.type === 'tool';
  if (isForced && fields.includes('toolChoice')) {
    throw unsupportedParameter('toolChoice', 'This model does not support a required tool call.');
  }
}

function unsupportedParameter(param: RequestField, message: string): GatewayError {
  return new GatewayError('unsupported-parameter', message, { param });
}

/** A model that cannot reason needs no setting that disables reasoning. */
function isOff(value: ChatRequest[RequestField]): boolean {
  return typeof value === 'object' && 'effort' in value && value.effort === 'none';
}

interface FitContext {
  format: FormatOf<'chat'>;
  warnings: Warning[];
}

function fitReasoning(
  request: ChatRequest,
  rule: ReasoningRule,
  { format, warnings }: FitContext,
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

/** For a model with efforts but no budgets. */
function fitEffort(
  { budgetTokens, ...reasoning }: ReasoningSettings,
  efforts: readonly Effort[],
  warnings: Warning[],
): ReasoningSettings {
  if (budgetTokens !== undefined) {
    warnings.push({ field: 'reasoning', reason: 'the token budget was converted to a reasoning effort' });
  }
  const requested = reasoning.effort ?? (budgetTokens === undefined ? undefined : toEffort(budgetTokens));
  if (requested === undefined) return reasoning;
  const effort = findNearest(requested, efforts);
  if (effort !== requested && budgetTokens === undefined) {
    warnings.push({ field: 'reasoning', reason: `this model supports the efforts ${efforts.join(', ')}` });
  }
  return { ...reasoning, effort };
}

function toEffort(budgetTokens: number): Effort {
  return BUDGET_EFFORTS.find(([, maxTokens]) => budgetTokens <= maxTokens)?.[0] ?? 'high';
}

/** Of two equally near efforts, the lower one. `none` is chosen only if it was requested. */
function findNearest(requested: Effort, efforts: readonly Effort[]): Effort {
  const distance = (effort: Effort): number => Math.abs(EFFORTS.indexOf(effort) - EFFORTS.indexOf(requested));
  const candidates = efforts.filter((effort) => effort !== 'none' || requested === 'none');
  const [nearest = requested] = candidates.toSorted((a, b) => distance(a) - distance(b));
  return nearest;
}

/** For a model with budgets but no efforts. The budget of an effort is at most half of the output limit. */
function fitBudget(
  { reasoning = {}, maxOutputTokens = Infinity }: ChatRequest,
  { min = 1, max = Infinity }: NonNullable<ReasoningRule['budget']>,
  { format, warnings }: FitContext,
): ReasoningSettings {
  const budgets = EFFORT_BUDGETS[format];
  if (budgets === undefined) return reasoning;
  const { effort, budgetTokens, ...rest } = reasoning;
  if (effort === undefined && budgetTokens === undefined && !budgets.enablesReasoning) return reasoning;
  const effortBudget = Math.min(budgets.byEffort[effort ?? 'high'], Math.floor(maxOutputTokens / 2));
  const fitted = Math.min(Math.max(budgetTokens ?? effortBudget, min), max);
  const isOff = effort === 'none' || budgetTokens === 0;
  if (isOff || (budgetTokens !== undefined && fitted !== budgetTokens)) {
    const upperBound = max === Infinity ? '' : ` and at most ${max}`;
    warnings.push({
      field: 'reasoning',
      reason: `this model reasons with at least ${min}${upperBound} tokens`,
    });
  }
  return { ...rest, budgetTokens: fitted };
}
