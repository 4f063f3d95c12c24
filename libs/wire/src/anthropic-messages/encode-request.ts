import {
  type ChatRequest,
  GatewayError,
  type JsonObject,
  type RequestField,
  type Tool,
  type Translated,
  type Warning,
} from '#canonical';
import {
  checkToolName,
  getOfferedTools,
  getUsedToolNames,
  refuseRequiredCall,
  toObjectSchema,
} from '../block-turns/tool-calls.js';
import { isBlank } from '../block-turns/turns.js';
import { type EncodeOptions } from '../chat-codec.js';
import { fitUserId } from '../user-id.js';
import { addBreakpoints } from './cache-breakpoints.js';
import { encodeCache } from './cache-control.js';
import { encodeConversation } from './encode-conversation.js';
import { type ThinkingPlan, planThinking } from './encode-thinking.js';
import { type Block } from './json-values.js';
import { encodeRequestedTier } from './service-tier.js';
import { MAX_TOOL_NAME_LENGTH } from './tool-use.js';
import { WEB_SEARCH_NAME, encodeWebSearch } from './web-search.js';
import { definedMembers } from '../validation/json-values.js';

const JSON_INSTRUCTION: Block = {
  type: 'text',
  text: 'Answer with a single valid JSON object and nothing else: no explanation and no code fence.',
};

/** Longer ids are refused. */
const MAX_USER_ID_LENGTH = 256;

type Sampling = Record<string, number | undefined>;

/** The lowest `top_p` that models accept while thinking. */
const MIN_TOP_P_WHEN_THINKING = 0.95;

export function encodeRequest(
  request: ChatRequest,
  upstreamModel: string,
  { cachesPrompt = false, rule }: EncodeOptions = {},
): Translated<JsonObject> {
  refuseUnsupported(request);
  const warnings = findLostFields(request, cachesPrompt);
  const { system, turns } = encodeConversation(request.messages, warnings);
  if (request.outputFormat?.type === 'json') system.push(JSON_INSTRUCTION);
  const maxOutputTokens = request.maxOutputTokens ?? rule?.maxOutputTokens;
  const canDisableThinking = rule?.reasoning?.isAlwaysOn !== true;
  const plan = planThinking({ ...request, maxOutputTokens }, { turns, canDisableThinking }, warnings);
  const { tools, toolChoice } = encodeToolUse(request);
  const prompt = cachesPrompt ? addBreakpoints({ tools, system, turns }) : { tools, system, turns };
  const value = definedMembers({
    model: upstreamModel,
    max_tokens: plan.maxTokens,
    system: prompt.system.length > 0 ? prompt.system : undefined,
    messages: prompt.turns.map(({ role, content }) => ({ role, content })),
    stream: request.isStreamed ? true : undefined,
    tools: prompt.tools.length > 0 ? prompt.tools : undefined,
    tool_choice: toolChoice,
    thinking: plan.thinking,
    output_config: encodeOutputConfig(request, plan),
    ...encodeSampling(request, plan.isOn, warnings),
    metadata:
      request.userId === undefined ? undefined : { user_id: fitUserId(request.userId, MAX_USER_ID_LENGTH) },
    service_tier: request.serviceTier === undefined ? undefined : encodeRequestedTier(request.serviceTier),
  });
  return { value, warnings };
}

function refuseUnsupported({ choiceCount = 1, logprobs }: ChatRequest): void {
  if (choiceCount > 1)
    throw unsupportedParameter('choiceCount', 'This model supports only one choice per request.');
  if (logprobs !== undefined)
    throw unsupportedParameter('logprobs', 'This model does not report log probabilities.');
}

function unsupportedParameter(param: RequestField, message: string): GatewayError {
  return new GatewayError('unsupported-parameter', message, { param });
}

function findLostFields(request: ChatRequest, cachesPrompt: boolean): Warning[] {
  const { presencePenalty = 0, frequencyPenalty = 0, serviceTier } = request;
  const lost: [isLost: boolean, field: RequestField, reason: string][] = [
    [presencePenalty !== 0, 'presencePenalty', 'this model does not support penalties'],
    [frequencyPenalty !== 0, 'frequencyPenalty', 'this model does not support penalties'],
    [request.seed !== undefined, 'seed', 'this model does not support a seed'],
    [request.verbosity !== undefined, 'verbosity', 'this model does not support verbosity'],
    [request.metadata !== undefined, 'metadata', 'the provider does not store metadata'],
    [
      request.promptCacheKey !== undefined && !cachesPrompt,
      'promptCacheKey',
      'this model caches by breakpoints, not by key',
    ],
    [
      serviceTier !== undefined && encodeRequestedTier(serviceTier) === undefined,
      'serviceTier',
      'the provider does not have this service tier',
    ],
  ];
  return lost.filter(([isLost]) => isLost).map(([, field, reason]) => ({ field, reason }));
}

function encodeOutputConfig({ outputFormat }: ChatRequest, { effort }: ThinkingPlan): JsonObject | undefined {
  const format =
    outputFormat?.type === 'json-schema' ? { type: 'json_schema', schema: outputFormat.schema } : undefined;
  if (effort === undefined && format === undefined) return undefined;
  return definedMembers({ effort, format });
}

function encodeSampling(request: ChatRequest, isThinking: boolean, warnings: Warning[]): JsonObject {
  const sampling = isThinking
    ? encodeThinkingSampling(request, warnings)
    : encodePlainSampling(request, warnings);
  return definedMembers({ ...sampling, stop_sequences: encodeStopSequences(request, warnings) });
}

function encodePlainSampling({ temperature, topP, topK }: ChatRequest, warnings: Warning[]): Sampling {
  if (temperature !== undefined && temperature > 1) {
    warnings.push({ field: 'temperature', reason: 'this model accepts a temperature of at most 1' });
  }
  const clamped = temperature === undefined ? undefined : Math.min(Math.max(temperature, 0), 1);
  return { temperature: clamped, top_p: topP, top_k: topK };
}

function encodeThinkingSampling({ temperature, topP, topK }: ChatRequest, warnings: Warning[]): Sampling {
  const reason = 'it is not supported while this model reasons';
  if (temperature !== undefined && temperature !== 1) warnings.push({ field: 'temperature', reason });
  if (topK !== undefined) warnings.push({ field: 'topK', reason });
  const acceptsTopP = topP === undefined || topP >= MIN_TOP_P_WHEN_THINKING;
  if (!acceptsTopP) warnings.push({ field: 'topP', reason });
  return { top_p: acceptsTopP ? topP : undefined };
}

function encodeStopSequences({ stopSequences }: ChatRequest, warnings: Warning[]): string[] | undefined {
  const visible = stopSequences?.filter((sequence) => !isBlank(sequence));
  if (visible?.length !== stopSequences?.length) {
    warnings.push({
      field: 'stopSequences',
      reason: 'this model does not accept stop sequences of whitespace only',
    });
  }
  return visible !== undefined && visible.length > 0 ? visible : undefined;
}

/** The tools of the request and the tool choice. */
function encodeToolUse(request: ChatRequest): { tools: JsonObject[]; toolChoice?: JsonObject } {
  const search = request.webSearch && encodeWebSearch(request.webSearch);
  const tools = [...getOfferedTools(request).map(encodeTool), ...(search ? [search] : [])];
  if (tools.length > 0) return { tools, toolChoice: encodeToolChoice(request) };
  refuseRequiredCall(request);
  const used = getUsedToolNames(request).map((name) => encodeTool({ name }));
  return used.length === 0 ? { tools: [] } : { tools: used, toolChoice: { type: 'none' } };
}

function encodeTool({ name, description, parameters, strict, cache }: Tool): JsonObject {
  return definedMembers({
    name: checkToolName(name, MAX_TOOL_NAME_LENGTH),
    description,
    input_schema: toObjectSchema(parameters),
    strict,
    ...encodeCache(cache),
  });
}

function encodeToolChoice(request: ChatRequest): JsonObject | undefined {
  const { toolChoice, allowsParallelCalls } = request;
  if (request.webSearch?.isRequired) return { type: 'tool', name: WEB_SEARCH_NAME };
  const serial: JsonObject = allowsParallelCalls === false ? { disable_parallel_tool_use: true } : {};
  switch (toolChoice?.type) {
    case undefined:
      return allowsParallelCalls === false ? { type: 'auto', ...serial } : undefined;
    case 'auto':
      return { type: 'auto', ...serial };
    case 'required':
      return { type: 'any', ...serial };
    case 'tool':
      return { type: 'tool', name: checkToolName(toolChoice.name, MAX_TOOL_NAME_LENGTH), ...serial };
    case 'none':
      return { type: 'none' };
  }
}
