import {
  type ChatRequest,
  GatewayError,
  type JsonObject,
  type JsonValue,
  type Message,
  type RequestField,
  type Tool,
  type ToolChoice,
  type Translated,
  type Warning,
} from '#canonical';
import { type EncodeOptions } from '../chat-codec.js';
import { type ModelRule } from '../model-rules/model-rule.js';
import { encodeContents } from './encode-contents.js';
import { encodeMediaResolution } from './media.js';
import { encodeSchema } from './schema.js';
import { encodeServiceTier } from './service-tier.js';
import { requiresSignatures, encodeThinking } from './thinking.js';

const FUNCTION_NAME = /^[A-Za-z_][\w.:-]{0,127}$/;

const MAX_STOP_SEQUENCES = 5;
const MAX_SEED = 2 ** 31 - 1;

export function encodeRequest(
  request: ChatRequest,
  _upstreamModel: string,
  { rule }: EncodeOptions = {},
): Translated<JsonObject> {
  const warnings = findLostFields(request);
  const { system, conversation } = splitSystem(request.messages);
  const config = encodeGenerationConfig(request, rule, warnings);
  const serviceTier = request.serviceTier === undefined ? undefined : encodeServiceTier(request.serviceTier);
  const value: JsonObject = {
    contents: encodeContents(conversation, { requiresSignatures: requiresSignatures(rule) }),
    ...(system === '' ? {} : { systemInstruction: { parts: [{ text: system }] } }),
    ...encodeTools(request),
    ...(Object.keys(config).length > 0 ? { generationConfig: config } : {}),
    ...(serviceTier === undefined ? {} : { serviceTier }),
  };
  return { value, warnings };
}

/**
 * Splits off the system messages at the start. The conversation must not be empty, so it may consist of the last
 * system message.
 */
function splitSystem(messages: readonly Message[]): { system: string; conversation: readonly Message[] } {
  const firstTurn = messages.findIndex((message) => message.role !== 'system');
  const start = firstTurn === -1 ? messages.length - 1 : firstTurn;
  const system = messages
    .slice(0, start)
    .flatMap((message) => (message.role === 'system' ? message.content.map((part) => part.text) : []))
    .join('\n\n');
  return { system, conversation: messages.slice(start) };
}

function findLostFields(request: ChatRequest): Warning[] {
  const lost: [field: RequestField, isLost: boolean, reason: string][] = [
    [
      'allowsParallelCalls',
      request.allowsParallelCalls === false,
      'parallel tool calls of this model cannot be disabled',
    ],
    ['verbosity', request.verbosity !== undefined, 'this model does not support verbosity'],
    ['userId', request.userId !== undefined, 'the provider does not accept a user identifier'],
    ['metadata', request.metadata !== undefined, 'the provider does not store metadata'],
    ['promptCacheKey', request.promptCacheKey !== undefined, 'the provider decides what it caches'],
    ['serviceTier', hasUnknownTier(request), 'the provider does not have this service tier'],
    [
      'webSearch',
      hasLostSearch(request),
      'the provider does not support search limits, nor web search together with functions',
    ],
  ];
  const warnings: Warning[] = lost
    .filter(([, isLost]) => isLost)
    .map(([field, , reason]) => ({ field, reason }));
  if (hasCacheBreakpoints(request)) {
    const reason = 'the provider decides what it caches';
    warnings.push({ field: { param: 'cache_control' }, reason });
  }
  return warnings;
}

function hasUnknownTier({ serviceTier }: ChatRequest): boolean {
  return serviceTier !== undefined && serviceTier !== 'auto' && encodeServiceTier(serviceTier) === undefined;
}

function hasLostSearch({ webSearch, tools = [] }: ChatRequest): boolean {
  return webSearch !== undefined && (tools.length > 0 || Object.keys(webSearch).length > 0);
}

function hasCacheBreakpoints({ messages, tools = [] }: ChatRequest): boolean {
  return [...tools, ...messages.flatMap(getParts)].some((one) => 'cache' in one && one.cache !== undefined);
}

function getParts(message: Message): object[] {
  return message.role === 'tool' ? message.results.flatMap((result) => result.content) : message.content;
}

function encodeTools({ tools = [], toolChoice, webSearch }: ChatRequest): JsonObject {
  if (tools.length === 0) return webSearch === undefined ? {} : { tools: [{ googleSearch: {} }] };
  const mode = encodeToolChoice(tools, toolChoice);
  return {
    tools: [{ functionDeclarations: tools.map(encodeDeclaration) }],
    ...(mode ? { toolConfig: { functionCallingConfig: mode } } : {}),
  };
}

function encodeDeclaration({ name, description, parameters }: Tool): JsonObject {
  if (!FUNCTION_NAME.test(name)) {
    const rule =
      'use a letter or underscore, then letters, digits, "_", ".", ":" and "-", at most 128 characters';
    throw new GatewayError(
      'unsupported-parameter',
      `The selected model does not accept the tool name "${name}": ${rule}.`,
      {
        param: 'tools',
      },
    );
  }
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(parameters && hasParameters(parameters) ? { parametersJsonSchema: encodeSchema(parameters) } : {}),
  };
}

/** The service may refuse an object schema without properties, so such functions are declared without parameters. */
function hasParameters({ properties, type, ...rest }: JsonObject): boolean {
  if (type !== 'object') return true;
  const { additionalProperties = false, required = [], $schema: _, ...others } = rest;
  const isBare =
    additionalProperties === false && JSON.stringify(required) === '[]' && Object.keys(others).length === 0;
  return !isBare || Object.keys(properties ?? {}).length > 0;
}

function encodeToolChoice(tools: readonly Tool[], choice: ToolChoice | undefined): JsonObject | undefined {
  const isStrict = tools.some((tool) => tool.strict === true);
  switch (choice?.type) {
    case undefined:
      return isStrict ? { mode: 'VALIDATED' } : undefined;
    case 'auto':
      return { mode: isStrict ? 'VALIDATED' : 'AUTO' };
    case 'none':
      return { mode: 'NONE' };
    case 'required':
      return { mode: 'ANY', ...(choice.names ? { allowedFunctionNames: choice.names } : {}) };
    case 'tool':
      return { mode: 'ANY', allowedFunctionNames: [choice.name] };
  }
}

function encodeGenerationConfig(
  request: ChatRequest,
  rule: ModelRule | undefined,
  warnings: Warning[],
): JsonObject {
  const config: Record<string, JsonValue | undefined> = {
    temperature: request.temperature,
    topP: request.topP,
    topK: request.topK,
    candidateCount: request.choiceCount,
    maxOutputTokens: request.maxOutputTokens,
    stopSequences: encodeStopSequences(request),
    presencePenalty: request.presencePenalty,
    frequencyPenalty: request.frequencyPenalty,
    seed: encodeSeed(request, warnings),
    ...encodeLogprobs(request),
    ...encodeOutputFormat(request),
    thinkingConfig: encodeThinking(request.reasoning, rule),
    mediaResolution: encodeMediaResolution(request.messages, warnings),
  };
  const defined = Object.entries(config).filter(
    (entry): entry is [string, JsonValue] => entry[1] !== undefined,
  );
  return Object.fromEntries(defined);
}

function encodeStopSequences({ stopSequences }: ChatRequest): string[] | undefined {
  if (stopSequences === undefined || stopSequences.length <= MAX_STOP_SEQUENCES) return stopSequences;
  throw new GatewayError(
    'unsupported-parameter',
    `The selected model accepts at most ${MAX_STOP_SEQUENCES} stop sequences.`,
    { param: 'stopSequences' },
  );
}

function encodeSeed({ seed }: ChatRequest, warnings: Warning[]): number | undefined {
  if (seed === undefined || (Number.isInteger(seed) && seed >= -MAX_SEED - 1 && seed <= MAX_SEED))
    return seed;
  warnings.push({ field: 'seed', reason: 'this model accepts 32-bit seeds only' });
  return undefined;
}

function encodeLogprobs({ logprobs }: ChatRequest): JsonObject {
  if (logprobs === undefined) return {};
  return { responseLogprobs: true, ...(logprobs > 0 ? { logprobs } : {}) };
}

function encodeOutputFormat({ outputFormat }: ChatRequest): JsonObject {
  if (outputFormat === undefined) return {};
  const isFree = outputFormat.type === 'json';
  return {
    responseMimeType: 'application/json',
    ...(isFree ? {} : { responseJsonSchema: encodeSchema(outputFormat.schema) }),
  };
}
