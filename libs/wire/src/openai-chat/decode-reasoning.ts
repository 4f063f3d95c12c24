import { type ChatRequest, EFFORTS, type ReasoningSettings, type Warning } from '#canonical';
import { wrongValue } from '../openai-dialect/faults.js';
import { type RequestObject } from '../openai-dialect/request-object.js';

export const REASONING_MEMBERS = ['reasoning_effort', 'reasoning', 'thinking'] as const;

/** The official member, and the two that proxies have made common: `reasoning` and `thinking`. */
export function decodeReasoningSettings(
  fields: RequestObject,
  warnings: Warning[],
): Pick<ChatRequest, 'reasoning'> {
  const official = fields.oneOf('reasoning_effort', EFFORTS);
  const settings: ReasoningSettings = {
    ...decodeThinking(fields.object('thinking')),
    ...decodeReasoningObject(fields.object('reasoning'), warnings),
    ...(official === undefined ? {} : { effort: official }),
  };
  return Object.keys(settings).length === 0 ? {} : { reasoning: settings };
}

function decodeReasoningObject(reasoning: RequestObject | undefined, warnings: Warning[]): ReasoningSettings {
  if (reasoning === undefined) return {};
  for (const key of Object.keys(reasoning.members)) {
    if (key === 'effort' || key === 'max_tokens' || !reasoning.has(key)) continue;
    warnings.push({ field: { param: reasoning.getPath(key) }, reason: 'no other format has this setting' });
  }
  const effort = reasoning.oneOf('effort', EFFORTS);
  const budgetTokens = reasoning.integer('max_tokens', { min: 0 });
  return {
    ...(effort === undefined ? {} : { effort }),
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
  };
}

function decodeThinking(thinking: RequestObject | undefined): ReasoningSettings {
  if (thinking === undefined) return {};
  const type = thinking.requiredString('type');
  if (type === 'disabled') return { effort: 'none' };
  if (type !== 'enabled' && type !== 'adaptive') {
    throw wrongValue(thinking.getPath('type'), 'must be one of enabled, adaptive, disabled');
  }
  const budgetTokens = thinking.integer('budget_tokens', { min: 0 });
  return budgetTokens === undefined ? { isShown: true } : { budgetTokens };
}
