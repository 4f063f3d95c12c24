import {
  type ChatRequest,
  type Effort,
  GatewayError,
  type JsonObject,
  type Message,
  type OutputFormat,
  type RequestField,
  type SystemMessage,
  type Translated,
  type Warning,
} from '#canonical';
import { MAX_USER_LENGTH } from '../openai-dialect/sampling.js';
import { fitUserId } from '../user-id.js';
import { encodeInput } from './encode-input.js';
import { FORMAT_ID } from './carried-signature.js';
import { encodeTools } from './tools.js';
import { definedMembers } from '../validation/json-values.js';
import { addWebSearch } from './web-search.js';

const MIN_OUTPUT_TOKENS = 16;
const SERVICE_TIERS = new Set(['auto', 'default', 'flex', 'scale', 'priority']);
/** Sampling parameters, which can be left out with a warning. */
const LOST_FIELDS = ['topK', 'seed', 'presencePenalty', 'frequencyPenalty'] as const;

/**
 * The largest budget in tokens of each effort. Larger budgets are `high`, because not every model supports higher
 * efforts.
 */
const EFFORT_BUDGETS: readonly [Effort, number][] = [
  ['none', 0],
  ['low', 2048],
  ['medium', 8192],
];

export function encodeRequest(request: ChatRequest, upstreamModel: string): Translated<JsonObject> {
  refuseUnsupported(request);
  const warnings: Warning[] = [];
  warnOfLostFields(request, warnings);
  const { instructions, conversation } = splitInstructions(request.messages);
  const value: JsonObject = definedMembers({
    model: upstreamModel,
    instructions,
    input: encodeInput(conversation, warnings),
    stream: request.isStreamed ? true : undefined,
    store: false,
    include: encodeInclude(request),
    ...addWebSearch(request, encodeTools(request), warnings),
    text: encodeText(request),
    reasoning: encodeReasoning(request, warnings),
    max_output_tokens: encodeMaxOutputTokens(request, warnings),
    temperature: request.temperature,
    top_p: request.topP,
    top_logprobs: request.logprobs,
    user: request.userId === undefined ? undefined : fitUserId(request.userId, MAX_USER_LENGTH),
    metadata: request.metadata,
    service_tier: encodeServiceTier(request, warnings),
    prompt_cache_key: request.promptCacheKey,
  });
  return { value, warnings };
}

function refuseUnsupported({ stopSequences, choiceCount }: ChatRequest): void {
  if (stopSequences !== undefined && stopSequences.length > 0)
    throw unsupported('stopSequences', 'stop sequences');
  if (choiceCount !== undefined && choiceCount > 1) throw unsupported('choiceCount', 'more than one choice');
}

function unsupported(param: RequestField, what: string): GatewayError {
  return new GatewayError('unsupported-parameter', `The provider does not support ${what}.`, { param });
}

function warnOfLostFields(request: ChatRequest, warnings: Warning[]): void {
  for (const field of LOST_FIELDS) {
    if (request[field] !== undefined)
      warnings.push({ field, reason: 'the provider does not have this setting' });
  }
}

/** Splits off the system messages at the start; later ones remain in the conversation. */
function splitInstructions(messages: readonly Message[]): {
  instructions?: string;
  conversation: readonly Message[];
} {
  const end = messages.findIndex((message) => message.role !== 'system');
  const leading = messages.slice(0, end === -1 ? messages.length : end) as SystemMessage[];
  if (leading.length === messages.length) return { conversation: messages };
  const texts = leading.flatMap(({ content }) => content.map((part) => part.text));
  return {
    instructions: texts.length === 0 ? undefined : texts.join('\n\n'),
    conversation: messages.slice(end),
  };
}

function encodeInclude(request: ChatRequest): string[] | undefined {
  const include = [
    ...(requestsReasoningSignature(request) ? ['reasoning.encrypted_content'] : []),
    ...(request.logprobs === undefined ? [] : ['message.output_text.logprobs']),
  ];
  return include.length === 0 ? undefined : include;
}

function encodeText({ outputFormat, verbosity }: ChatRequest): JsonObject | undefined {
  if (outputFormat === undefined && verbosity === undefined) return undefined;
  return definedMembers({ format: outputFormat && encodeOutputFormat(outputFormat), verbosity });
}

function encodeOutputFormat(format: OutputFormat): JsonObject {
  if (format.type === 'json') return { type: 'json_object' };
  const { schema, name = 'response', description, strict } = format;
  return definedMembers({ type: 'json_schema', name, description, schema, strict });
}

function encodeMaxOutputTokens({ maxOutputTokens }: ChatRequest, warnings: Warning[]): number | undefined {
  if (maxOutputTokens === undefined || maxOutputTokens >= MIN_OUTPUT_TOKENS) return maxOutputTokens;
  warnings.push({
    field: 'maxOutputTokens',
    reason: `the provider requires at least ${MIN_OUTPUT_TOKENS}`,
  });
  return MIN_OUTPUT_TOKENS;
}

function encodeServiceTier({ serviceTier }: ChatRequest, warnings: Warning[]): string | undefined {
  if (serviceTier === undefined || SERVICE_TIERS.has(serviceTier)) return serviceTier;
  warnings.push({ field: 'serviceTier', reason: 'the provider does not have this service tier' });
  return undefined;
}

function encodeReasoning({ reasoning }: ChatRequest, warnings: Warning[]): JsonObject | undefined {
  if (reasoning === undefined) return undefined;
  const { effort, budgetTokens, isShown } = reasoning;
  if (budgetTokens !== undefined) {
    warnings.push({ field: 'reasoning', reason: 'the token budget was converted to a reasoning effort' });
  }
  const settings = definedMembers({
    effort: effort ?? (budgetTokens === undefined ? undefined : getEffort(budgetTokens)),
    summary: isShown ? 'auto' : undefined,
  });
  return Object.keys(settings).length === 0 ? undefined : settings;
}

/**
 * Requests the signature only if the request or the conversation has reasoning, because models that cannot reason
 * refuse it.
 */
function requestsReasoningSignature({ reasoning, messages }: ChatRequest): boolean {
  const isOff =
    reasoning?.effort === 'none' || (reasoning?.effort === undefined && reasoning?.budgetTokens === 0);
  if (reasoning !== undefined) return !isOff;
  return messages.some(
    (message) =>
      message.role === 'assistant' &&
      message.content.some((part) => part.type === 'reasoning' && part.signature?.origin === FORMAT_ID),
  );
}

function getEffort(budgetTokens: number): Effort {
  return EFFORT_BUDGETS.find(([, largest]) => budgetTokens <= largest)?.[0] ?? 'high';
}
