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

/** Older models know budgets and no levels. A model of which nothing is known is taken for a newer one. */
function takesBudgets({ reasoning }: ModelRule = {}): boolean {
  return reasoning?.budget !== undefined && reasoning.efforts === undefined;
}

/** Calls without a signature are refused by the models that know levels; older ones do not look at it. */
export function checksSignatures(rule: ModelRule | undefined): boolean {
  return !takesBudgets(rule) && rule?.refuses?.includes('reasoning') !== true;
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
  else if (effort !== undefined && takesBudgets(rule)) config['thinkingBudget'] = THINKING_BUDGETS[effort];
  else if (effort !== undefined) config['thinkingLevel'] = LEVELS[effort];
  return Object.keys(config).length > 0 ? config : undefined;
}

/** Whether the client of a request that was decoded wants to see what the model thinks; most do not. */
export function asksForThoughts(body: JsonObject): boolean {
  const config = new ProtoObject(body).object('generationConfig')?.object('thinkingConfig');
  return config?.boolean('includeThoughts') === true;
}

/** Thoughts that are not asked for are not shown. */
export function decodeThinking(config: ProtoObject | undefined): ReasoningSettings | undefined {
  if (config === undefined) return undefined;
  const budget = config.integer('thinkingBudget', { min: -1 });
  const effort = budget === 0 ? 'none' : decodeLevel(config);
  const isOpen = effort !== undefined || (budget !== undefined && budget > 0);
  const isShown = config.boolean('includeThoughts') ?? (isOpen && effort !== 'none' ? false : undefined);
  const reasoning: ReasoningSettings = {
    ...(effort === undefined ? {} : { effort }),
    ...(budget !== undefined && budget > 0 ? { budgetTokens: budget } : {}),
    ...(isShown === undefined ? {} : { isShown }),
  };
  return Object.keys(reasoning).length > 0 ? reasoning : undefined;
}

function decodeLevel(config: ProtoObject): Effort | undefined {
  const level = config.word('thinkingLevel');
  if (level === undefined) return undefined;
  if (!(level in EFFORTS))
    throw wrongValue(config.getPath('thinkingLevel'), 'must be MINIMAL, LOW, MEDIUM or HIGH');
  return EFFORTS[level];
}
