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
/** Zero leaves the choice open. */
const MAX_K = 500;
/** The ends stand for the likeliest token alone, and for any: nobody can tell them from 0 and 1. */
const P_RANGE = { min: 0.01, max: 0.99 } as const;
const PENALTY_RANGE = { min: 0, max: 1 } as const;

export function encodeRequest(request: ChatRequest, upstreamModel: string): Translated<JsonObject> {
  refuseLostMeaning(request);
  const warnings = findLosses(request);
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

function refuseLostMeaning(request: ChatRequest): void {
  const { choiceCount = 1, logprobs, webSearch, outputFormat, tools = [], stopSequences = [] } = request;
  if (choiceCount > 1) throw refuse('choiceCount', 'This model gives one answer at a time.');
  if (logprobs !== undefined) throw refuse('logprobs', 'This model does not report log probabilities.');
  if (webSearch?.isRequired) throw refuse('toolChoice', 'The model service does not search the web.');
  if (outputFormat !== undefined && tools.length > 0) {
    throw refuse('outputFormat', 'This model answers in a given format only where no tools are offered.');
  }
  if (stopSequences.length > MAX_STOP_SEQUENCES) {
    throw refuse('stopSequences', `This model takes at most ${MAX_STOP_SEQUENCES} stop sequences.`);
  }
}

function refuse(param: RequestField, message: string): GatewayError {
  return new GatewayError('unsupported-parameter', message, { param });
}

function findLosses(request: ChatRequest): Warning[] {
  const lost: [field: RequestField, reason: string][] = [
    ['webSearch', 'the model service does not search the web'],
    ['verbosity', 'this model has no setting for how much to say'],
    ['userId', 'the model service takes no name of the user'],
    ['metadata', 'the model service keeps no metadata'],
    ['serviceTier', 'the model service has no tiers'],
    ['promptCacheKey', 'the model service chooses by itself what it caches'],
  ];
  const warnings: Warning[] = lost
    .filter(([field]) => request[field] !== undefined)
    .map(([field, reason]) => ({ field, reason }));
  if (request.allowsParallelCalls === false) {
    warnings.push({
      field: 'allowsParallelCalls',
      reason: 'this model may always make several calls at once',
    });
  }
  return warnings;
}

function encodeOutputFormat(format: OutputFormat | undefined): JsonObject | undefined {
  if (format === undefined) return undefined;
  return { type: 'json_object', ...(format.type === 'json' ? {} : { json_schema: format.schema }) };
}

/** Models that reason do so unless they are told not to. An effort is told as the tokens that it may take. */
function encodeThinking({ reasoning = {}, maxOutputTokens }: ChatRequest): JsonObject | undefined {
  const { effort, budgetTokens } = reasoning;
  if (effort === 'none' || budgetTokens === 0) return { type: 'disabled' };
  const budget = budgetTokens ?? findBudget(effort, maxOutputTokens);
  return budget === undefined ? undefined : { type: 'enabled', token_budget: budget };
}

/** Half of the answer is left for what is said. */
function findBudget(effort: Effort | undefined, maxOutputTokens = Infinity): number | undefined {
  const meant = effort && EFFORT_BUDGETS['cohere-chat']?.byEffort[effort];
  return meant && Math.max(1, Math.min(meant, Math.floor(maxOutputTokens / 2)));
}

function encodeSampling(request: ChatRequest, warnings: Warning[]): JsonObject {
  const { temperature, topP, topK, seed, stopSequences, presencePenalty, frequencyPenalty } = request;
  const hasNegativeSeed = seed !== undefined && seed < 0;
  if (hasNegativeSeed) warnings.push({ field: 'seed', reason: 'this model takes no negative seeds' });
  if (topK !== undefined && topK > MAX_K) {
    warnings.push({ field: 'topK', reason: `this model takes at most ${MAX_K}` });
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
  const fitting = clamp(penalty, PENALTY_RANGE);
  if (fitting !== penalty) warnings.push({ field, reason: 'this model takes penalties from 0 to 1' });
  return fitting;
}

function clamp(value: number, { min, max }: { min: number; max: number }): number {
  return Math.min(Math.max(value, min), max);
}
