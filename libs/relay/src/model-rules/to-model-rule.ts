import { type Effort } from '#canonical';
import { type KnownModel } from '#models';
import { type ModelRule, type ReasoningRule, type UpstreamFormatId } from '#wire';

/** What is known of how a model wants to be asked. */
export type ModelFacts = Pick<KnownModel, 'formats' | 'limits' | 'parameters' | 'reasoning'>;

/** The formats in which not to reason is one of the efforts. */
const OFF_IS_AN_EFFORT: ReadonlySet<UpstreamFormatId> = new Set(['openai-chat', 'openai-responses']);

/**
 * The facts of the catalogue as a rule for requests in one format. What a model refuses is known for the formats of who
 * serves it alone: elsewhere somebody has made it fit. How long its answers are is the same everywhere.
 */
export function toModelRule(facts: ModelFacts, format: UpstreamFormatId): ModelRule | undefined {
  const { limits, parameters, reasoning } = facts;
  const rule: ModelRule = {};
  if (limits?.output !== undefined) rule.maxOutputTokens = limits.output;
  if (facts.formats.includes(format)) {
    if (parameters !== undefined) Object.assign(rule, readParameters(parameters, reasoning, format));
    const reasoningRule = reasoning && readReasoning(reasoning, format);
    if (reasoningRule !== undefined) rule.reasoning = reasoningRule;
  }
  return Object.keys(rule).length === 0 ? undefined : rule;
}

function readParameters(
  { refused, refusedWhileReasoning, exclusive, outputLimit, renamed }: NonNullable<ModelFacts['parameters']>,
  reasoning: ModelFacts['reasoning'],
  format: UpstreamFormatId,
): ModelRule {
  const renames = format === 'openai-chat' ? { ...nameLimit(outputLimit), ...renamed } : {};
  const isOffByDefault = reasoning?.isOffByDefault === true;
  return {
    ...(refused && { refuses: refused }),
    ...(refusedWhileReasoning && {
      refusesWhileReasoning: { fields: refusedWhileReasoning, isOffByDefault },
    }),
    ...(exclusive && { takesOneOf: exclusive }),
    ...(Object.keys(renames).length > 0 && { renames }),
  };
}

/** The other name of the two is not known there. */
function nameLimit(
  limit: NonNullable<ModelFacts['parameters']>['outputLimit'],
): Record<string, string> | undefined {
  if (limit === undefined) return undefined;
  return limit === 'max_tokens'
    ? { max_completion_tokens: 'max_tokens' }
    : { max_tokens: 'max_completion_tokens' };
}

function readReasoning(
  { efforts: known = [], budget, canBeTurnedOff }: NonNullable<ModelFacts['reasoning']>,
  format: UpstreamFormatId,
): ReasoningRule | undefined {
  const efforts = known.some((effort) => effort !== 'none') ? listEfforts(known, format) : undefined;
  const isAlwaysOn =
    canBeTurnedOff === false ||
    (OFF_IS_AN_EFFORT.has(format) && efforts !== undefined && !efforts.includes('none'));
  if (efforts === undefined && budget === undefined && !isAlwaysOn) return undefined;
  return { ...(efforts && { efforts }), ...(budget && { budget }), ...(isAlwaysOn && { isAlwaysOn }) };
}

/** In the Messages format `low` is the least, and what `minimal` stands for. */
function listEfforts(efforts: readonly Effort[], format: UpstreamFormatId): readonly Effort[] {
  const isLeast = format === 'anthropic-messages' && efforts.includes('low') && !efforts.includes('minimal');
  return isLeast ? ['minimal', ...efforts] : efforts;
}
