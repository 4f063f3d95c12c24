import {
  type ChatRequest,
  GatewayError,
  type JsonObject,
  type RequestField,
  type Tool,
  type Translated,
  type Warning,
} from '#canonical';
import { type EncodeOptions } from '../chat-codec.js';
import { fitUserId } from '../user-id.js';
import { addBreakpoints } from './cache-breakpoints.js';
import { encodeCache } from './cache-control.js';
import { encodeConversation, isBlank } from './encode-conversation.js';
import { type ThinkingPlan, planThinking } from './encode-thinking.js';
import { type Block } from './json-values.js';
import { encodeAskedTier } from './service-tier.js';
import { checkToolName } from './tool-use.js';
import { WEB_SEARCH_NAME, encodeWebSearch } from './web-search.js';
import { definedMembers } from '../validation/json-values.js';

const JSON_INSTRUCTION: Block = {
  type: 'text',
  text: 'Answer with a single valid JSON object and nothing else: no explanation and no code fence.',
};

/** What is longer is refused. */
const MAX_USER_ID_LENGTH = 256;

type Sampling = Record<string, number | undefined>;

/** While thinking, a model of this format takes no lower one. */
const LOWEST_TOP_P_WHEN_THINKING = 0.95;

export function encodeRequest(
  request: ChatRequest,
  upstreamModel: string,
  { cachesPrompt = false, rule }: EncodeOptions = {},
): Translated<JsonObject> {
  refuseLostMeaning(request);
  const warnings = findLosses(request, cachesPrompt);
  const { system, turns } = encodeConversation(request.messages, warnings);
  if (request.outputFormat?.type === 'json') system.push(JSON_INSTRUCTION);
  const maxOutputTokens = request.maxOutputTokens ?? rule?.maxOutputTokens;
  const canRest = rule?.reasoning?.isAlwaysOn !== true;
  const plan = planThinking({ ...request, maxOutputTokens }, { turns, canRest }, warnings);
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
    service_tier: request.serviceTier === undefined ? undefined : encodeAskedTier(request.serviceTier),
  });
  return { value, warnings };
}

function refuseLostMeaning({ choiceCount = 1, logprobs }: ChatRequest): void {
  if (choiceCount > 1) throw refusal('choiceCount', 'This model gives one answer at a time.');
  if (logprobs !== undefined) throw refusal('logprobs', 'This model does not report log probabilities.');
}

function refusal(param: RequestField, message: string): GatewayError {
  return new GatewayError('unsupported-parameter', message, { param });
}

function findLosses(request: ChatRequest, cachesPrompt: boolean): Warning[] {
  const { presencePenalty = 0, frequencyPenalty = 0, serviceTier } = request;
  const lost: [isLost: boolean, field: RequestField, reason: string][] = [
    [presencePenalty !== 0, 'presencePenalty', 'This model has no penalties.'],
    [frequencyPenalty !== 0, 'frequencyPenalty', 'This model has no penalties.'],
    [request.seed !== undefined, 'seed', 'This model cannot be seeded.'],
    [request.verbosity !== undefined, 'verbosity', 'The verbosity of this model cannot be set.'],
    [request.metadata !== undefined, 'metadata', 'This model service keeps no metadata.'],
    [
      request.promptCacheKey !== undefined && !cachesPrompt,
      'promptCacheKey',
      'This model caches at breakpoints, not by key.',
    ],
    [
      serviceTier !== undefined && encodeAskedTier(serviceTier) === undefined,
      'serviceTier',
      'This model service has no such tier.',
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
  const sampling = isThinking ? buildThoughtSampling(request, warnings) : plainSampling(request, warnings);
  return definedMembers({ ...sampling, stop_sequences: encodeStopSequences(request, warnings) });
}

function plainSampling({ temperature, topP, topK }: ChatRequest, warnings: Warning[]): Sampling {
  if (temperature !== undefined && temperature > 1) {
    warnings.push({ field: 'temperature', reason: 'This model takes a temperature of at most 1.' });
  }
  const clamped = temperature === undefined ? undefined : Math.min(Math.max(temperature, 0), 1);
  return { temperature: clamped, top_p: topP, top_k: topK };
}

function buildThoughtSampling({ temperature, topP, topK }: ChatRequest, warnings: Warning[]): Sampling {
  const reason = 'It cannot be set while this model thinks.';
  if (temperature !== undefined && temperature !== 1) warnings.push({ field: 'temperature', reason });
  if (topK !== undefined) warnings.push({ field: 'topK', reason });
  const takesTopP = topP === undefined || topP >= LOWEST_TOP_P_WHEN_THINKING;
  if (!takesTopP) warnings.push({ field: 'topP', reason });
  return { top_p: takesTopP ? topP : undefined };
}

function encodeStopSequences({ stopSequences }: ChatRequest, warnings: Warning[]): string[] | undefined {
  const visible = stopSequences?.filter((sequence) => !isBlank(sequence));
  if (visible?.length !== stopSequences?.length) {
    warnings.push({ field: 'stopSequences', reason: 'This model takes none of white space alone.' });
  }
  return visible !== undefined && visible.length > 0 ? visible : undefined;
}

/** The members of a request that say which tools there are and how they may be called. */
function encodeToolUse(request: ChatRequest): { tools: JsonObject[]; toolChoice?: JsonObject } {
  const search = request.webSearch && encodeWebSearch(request.webSearch);
  const tools = [...offeredTools(request).map(encodeTool), ...(search ? [search] : [])];
  if (tools.length > 0) return { tools, toolChoice: encodeToolChoice(request) };
  refuseForcedCall(request);
  const used = usedToolNames(request).map((name) => encodeTool({ name }));
  return used.length === 0 ? { tools: [] } : { tools: used, toolChoice: { type: 'none' } };
}

/** A choice among some of the tools is made by offering only those. */
function offeredTools({ tools = [], toolChoice }: ChatRequest): Tool[] {
  if (toolChoice?.type !== 'required' || toolChoice.names === undefined) return tools;
  const names = new Set(toolChoice.names);
  return tools.filter((tool) => names.has(tool.name));
}

function encodeTool({ name, description, parameters, strict, cache }: Tool): JsonObject {
  return definedMembers({
    name: checkToolName(name),
    description,
    input_schema: parameters === undefined ? { type: 'object', properties: {} } : objectSchema(parameters),
    strict,
    ...encodeCache(cache),
  });
}

function objectSchema(parameters: JsonObject): JsonObject {
  return 'type' in parameters ? parameters : { type: 'object', ...parameters };
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
      return { type: 'tool', name: checkToolName(toolChoice.name), ...serial };
    case 'none':
      return { type: 'none' };
  }
}

function refuseForcedCall({ toolChoice }: ChatRequest): void {
  if (toolChoice?.type !== 'required' && toolChoice?.type !== 'tool') return;
  throw new GatewayError(
    'unsupported-parameter',
    'A tool call cannot be required where no tool is offered.',
    {
      param: 'toolChoice',
    },
  );
}

/** Calls in the history are refused unless their tools are declared, though they are not to be used again. */
function usedToolNames({ messages }: ChatRequest): string[] {
  const parts = messages.flatMap((message) => (message.role === 'assistant' ? message.content : []));
  return [...new Set(parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : [])))];
}
