import {
  type ChatRequest,
  type Effort,
  GatewayError,
  type JsonObject,
  type OutputFormat,
  type RequestField,
  type Translated,
  type Warning,
} from '#canonical';
import { EFFORT_BUDGETS } from '../model-rules/effort-budgets.js';
import { definedMembers } from '../validation/json-values.js';
import { encodeMessages } from './encode-messages.js';
import { encodeTools } from './encode-tools.js';

const MAX_STOP_SEQUENCES = 5;
/** Zero disables the limit. */
const MAX_K = 500;
/** The service refuses 0 and 1. The nearest values have the same effect. */
const P_RANGE = { min: 0.01, max: 0.99 } as const;
const PENALTY_RANGE = { min: 0, max: 1 } as const;

export function encodeRequest(request: ChatRequest, upstreamModel: string): Translated<JsonObject> {
  refuseUnsupported(request);
  const warnings = findLostFields(request);
  const value: JsonObject = {
    model: upstreamModel,
    messages: encodeMessages(request.messages, warnings),
    ...(request.isStreamed ? { stream: true } : {}),
    ...encodeTools(request, warnings),
    ...definedMembers({
      max_tokens: request.maxOutputTokens,
      response_format: encodeOutputFormat(request.outputFormat),
      thinking: encodeThinking(request),
    }),
    ...encodeSampling(request, warnings),
  };
  return { value, warnings };
}

function refuseUnsupported(request: ChatRequest): void {
  const { choiceCount = 1, logprobs, webSearch, outputFormat, tools = [], stopSequences = [] } = request;
  if (choiceCount > 1)
    throw unsupportedParameter('choiceCount', 'This model supports only one choice per request.');
  if (logprobs !== undefined)
    throw unsupportedParameter('logprobs', 'This model does not report log probabilities.');
  if (webSearch?.isRequired)
    throw unsupportedParameter('toolChoice', 'The provider does not support web search.');
  if (outputFormat !== undefined && tools.length > 0) {
    throw unsupportedParameter(
      'outputFormat',
      'This model supports an output format only when the request has no tools.',
    );
  }
  if (stopSequences.length > MAX_STOP_SEQUENCES) {
    throw unsupportedParameter(
      'stopSequences',
      `This model accepts at most ${MAX_STOP_SEQUENCES} stop sequences.`,
    );
  }
}

function unsupportedParameter(param: RequestField, message: string): GatewayError {
  return new GatewayError('unsupported-parameter', message, { param });
}

function findLostFields(request: ChatRequest): Warning[] {
  const lost: [field: RequestField, reason: string][] = [
    ['webSearch', 'the provider does not support web search'],
    ['verbosity', 'this model does not support verbosity'],
    ['userId', 'the provider does not accept a user identifier'],
    ['metadata', 'the provider does not store metadata'],
    ['serviceTier', 'the provider has no service tiers'],
    ['promptCacheKey', 'the provider decides what it caches'],
  ];
  const warnings: Warning[] = lost
    .filter(([field]) => request[field] !== undefined)
    .map(([field, reason]) => ({ field, reason }));
  if (request.allowsParallelCalls === false) {
    warnings.push({
      field: 'allowsParallelCalls',
      reason: 'parallel tool calls of this model cannot be disabled',
    });
  }
  return warnings;
}

function encodeOutputFormat(format: OutputFormat | undefined): JsonObject | undefined {
  if (format === undefined) return undefined;
  return { type: 'json_object', ...(format.type === 'json' ? {} : { json_schema: format.schema }) };
}

/** Models that can reason do so unless it is disabled. An effort is converted to a token budget. */
function encodeThinking({ reasoning = {}, maxOutputTokens }: ChatRequest): JsonObject | undefined {
  const { effort, budgetTokens } = reasoning;
  if (effort === 'none' || budgetTokens === 0) return { type: 'disabled' };
  const budget = budgetTokens ?? findBudget(effort, maxOutputTokens);
  return budget === undefined ? undefined : { type: 'enabled', token_budget: budget };
}

/** At least half of the output limit is left for the text. */
function findBudget(effort: Effort | undefined, maxOutputTokens = Infinity): number | undefined {
  const effortBudget = effort && EFFORT_BUDGETS['cohere-chat']?.byEffort[effort];
  return effortBudget && Math.max(1, Math.min(effortBudget, Math.floor(maxOutputTokens / 2)));
}

function encodeSampling(request: ChatRequest, warnings: Warning[]): JsonObject {
  const { temperature, topP, topK, seed, stopSequences, presencePenalty, frequencyPenalty } = request;
  const hasNegativeSeed = seed !== undefined && seed < 0;
  if (hasNegativeSeed) warnings.push({ field: 'seed', reason: 'this model does not accept negative seeds' });
  if (topK !== undefined && topK > MAX_K) {
    warnings.push({ field: 'topK', reason: `this model accepts at most ${MAX_K}` });
  }
  return definedMembers({
    temperature,
    p: topP === undefined ? undefined : clamp(topP, P_RANGE),
    k: topK === undefined ? undefined : Math.min(topK, MAX_K),
    seed: hasNegativeSeed ? undefined : seed,
    stop_sequences: stopSequences?.length === 0 ? undefined : stopSequences,
    presence_penalty: encodePenalty('presencePenalty', presencePenalty, warnings),
    frequency_penalty: encodePenalty('frequencyPenalty', frequencyPenalty, warnings),
  });
}

function encodePenalty(
  field: 'presencePenalty' | 'frequencyPenalty',
  penalty: number | undefined,
  warnings: Warning[],
): number | undefined {
  if (penalty === undefined) return undefined;
  const clamped = clamp(penalty, PENALTY_RANGE);
  if (clamped !== penalty) warnings.push({ field, reason: 'this model accepts penalties from 0 to 1' });
  return clamped;
}

function clamp(value: number, { min, max }: { min: number; max: number }): number {
  return Math.min(Math.max(value, min), max);
}
