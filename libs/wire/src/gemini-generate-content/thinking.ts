import { type Effort, type JsonObject, type ReasoningSettings } from '#canonical';
import { type ModelRule } from '../model-rules/model-rule.js';
import { wrongValue } from '../validation/faults.js';
import { ProtoObject } from './proto-object.js';
import { THINKING_BUDGETS } from './thinking-budgets.js';

const LEVELS: Record<Effort, string> = {
  none: 'MINIMAL',
  minimal: 'MINIMAL',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
  xhigh: 'HIGH',
  max: 'HIGH',
};

const EFFORTS: Record<string, Effort | undefined> = {
  THINKING_LEVEL_UNSPECIFIED: undefined,
  MINIMAL: 'minimal',
  LOW: 'low',
  MEDIUM: 'medium',
  HIGH: 'high',
};

/** Older models have budgets instead of levels. Unknown models are treated as newer ones. */
function usesBudgets({ reasoning }: ModelRule = {}): boolean {
  return reasoning?.budget !== undefined && reasoning.efforts === undefined;
}

/** Models with levels refuse calls without a signature; older ones ignore it. */
export function requiresSignatures(rule: ModelRule | undefined): boolean {
  return !usesBudgets(rule) && rule?.refuses?.includes('reasoning') !== true;
}

export function encodeThinking(
  reasoning: ReasoningSettings | undefined,
  rule: ModelRule | undefined,
): JsonObject | undefined {
  if (reasoning === undefined) return undefined;
  const { effort, budgetTokens, isShown } = reasoning;
  const config: JsonObject = {};
  if (isShown !== undefined) config['includeThoughts'] = isShown;
  if (budgetTokens !== undefined) config['thinkingBudget'] = budgetTokens;
  else if (effort !== undefined && usesBudgets(rule)) config['thinkingBudget'] = THINKING_BUDGETS[effort];
  else if (effort !== undefined) config['thinkingLevel'] = LEVELS[effort];
  return Object.keys(config).length > 0 ? config : undefined;
}

/** The client requested thoughts in the response. Most do not. */
export function requestsThoughts(body: JsonObject): boolean {
  const config = new ProtoObject(body).object('generationConfig')?.object('thinkingConfig');
  return config?.boolean('includeThoughts') === true;
}

/** In this format thoughts are shown only on request. */
export function decodeThinking(config: ProtoObject | undefined): ReasoningSettings | undefined {
  if (config === undefined) return undefined;
  const budget = config.integer('thinkingBudget', { min: -1 });
  const effort = budget === 0 ? 'none' : decodeLevel(config);
  const isOn = effort !== undefined || (budget !== undefined && budget > 0);
  const isShown = config.boolean('includeThoughts') ?? (isOn && effort !== 'none' ? false : undefined);
  const reasoning: ReasoningSettings = {
    ...(effort === undefined ? {} : { effort }),
    ...(budget !== undefined && budget > 0 ? { budgetTokens: budget } : {}),
    ...(isShown === undefined ? {} : { isShown }),
  };
  return Object.keys(reasoning).length > 0 ? reasoning : undefined;
}

function decodeLevel(config: ProtoObject): Effort | undefined {
  const level = config.enumName('thinkingLevel');
  if (level === undefined) return undefined;
  if (!(level in EFFORTS))
    throw wrongValue(config.getPath('thinkingLevel'), 'must be MINIMAL, LOW, MEDIUM or HIGH');
  return EFFORTS[level];
}
