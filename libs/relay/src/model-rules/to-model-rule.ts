import { type Effort } from '#canonical';
import { type KnownModel } from '#models';
import { type ModelRule, type ReasoningRule, type UpstreamFormatId } from '#wire';

/** Facts about the parameters of a model. */
export type ModelFacts = Pick<KnownModel, 'formats' | 'limits' | 'parameters' | 'reasoning'>;

/** The formats that disable reasoning with the effort `none`. */
const FORMATS_WITH_EFFORT_NONE: ReadonlySet<UpstreamFormatId> = new Set(['openai-chat', 'openai-responses']);

/**
 * Converts facts of the catalog to a rule for one format. Rejected parameters apply only to the formats that the
 * model's own provider uses, because other providers may adapt the model. The output limit applies everywhere.
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
  const renames = format === 'openai-chat' ? { ...renameOutputLimit(outputLimit), ...renamed } : {};
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

/** The model accepts only one of the two names. */
function renameOutputLimit(
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
    (FORMATS_WITH_EFFORT_NONE.has(format) && efforts !== undefined && !efforts.includes('none'));
  if (efforts === undefined && budget === undefined && !isAlwaysOn) return undefined;
  return { ...(efforts && { efforts }), ...(budget && { budget }), ...(isAlwaysOn && { isAlwaysOn }) };
}

/** In the Messages format, `low` is the lowest effort, so `minimal` is mapped to it. */
function listEfforts(efforts: readonly Effort[], format: UpstreamFormatId): readonly Effort[] {
  const isLeast = format === 'anthropic-messages' && efforts.includes('low') && !efforts.includes('minimal');
  return isLeast ? ['minimal', ...efforts] : efforts;
}
