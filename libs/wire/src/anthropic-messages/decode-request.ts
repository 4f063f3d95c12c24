import {
  type ChatRequest,
  GatewayError,
  type JsonObject,
  type JsonValue,
  type OutputFormat,
  type ReasoningSettings,
  type Translated,
  type Warning,
} from '#canonical';
import { unsupported, wrongValue } from '../validation/faults.js';
import { checkString, definedMembers } from '../validation/json-values.js';
import { RequestObject } from '../validation/request-object.js';
import { decodeMessages, decodeSystem } from './decode-messages.js';
import { decodeToolUse } from './decode-tools.js';
import { ASKABLE_TIERS, decodeAskedTier } from './service-tier.js';

/** State and tools that live at one service: they work where a request goes on as it came, and nowhere else. */
const BOUND_TO_ONE_SERVICE = ['container', 'mcp_servers', 'compaction'];

const TRANSLATED = new Set([
  'model',
  'max_tokens',
  'messages',
  'system',
  'stream',
  'stop_sequences',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'output_format',
  'metadata',
  'service_tier',
  'temperature',
  'top_p',
  'top_k',
]);

const MIN_BUDGET = 1024;
const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

export function decodeRequest(body: JsonObject): Translated<ChatRequest> {
  const request = new RequestObject(body);
  refuseBoundState(request);
  const warnings: Warning[] = [];
  const conversation = decodeMessages(request, warnings);
  const value: ChatRequest = definedMembers({
    model: request.nonEmptyString('model'),
    isStreamed: request.boolean('stream') ?? false,
    messages: [...decodeSystem(request), ...conversation.messages],
    maxOutputTokens: decodeMaxTokens(request),
    ...decodeSampling(request),
    ...decodeToolUse(request, conversation.loadedTools, warnings),
    outputFormat: decodeOutputFormat(request),
    reasoning: decodeReasoning(request, warnings),
    userId: request.object('metadata')?.string('user_id'),
    serviceTier: decodeAskedTier(request.oneOf('service_tier', ASKABLE_TIERS)),
    extensions: collectExtensions(body),
  });
  return { value, warnings };
}

function refuseBoundState(request: RequestObject): void {
  if (request.has('thread')) throw threadUnsupported();
  const key = BOUND_TO_ONE_SERVICE.find((one) => request.has(one));
  if (key !== undefined) throw unsupported(key, 'cannot be used with this model');
}

/** The official client goes on without a thread, and with all of the conversation, when it reads this code. */
function threadUnsupported(): GatewayError {
  return new GatewayError('unsupported-parameter', 'The model service keeps no threads.', {
    param: 'thread',
    said: {
      dialect: 'anthropic',
      details: { error_code: 'thread_unsupported_request', unsupported: ['model'] },
    },
  });
}

function decodeMaxTokens(request: RequestObject): number {
  const count = request.requiredSafeInteger('max_tokens', { min: 0 });
  if (count === 0) {
    throw unsupported('max_tokens', 'cannot be 0 here: the cache of this model cannot be warmed');
  }
  return count;
}

function decodeSampling(request: RequestObject): Partial<ChatRequest> {
  return {
    temperature: request.number('temperature', { min: 0, max: 1 }),
    topP: request.number('top_p', { min: 0, max: 1 }),
    topK: request.safeInteger('top_k', { min: 0 }),
    stopSequences: request.each('stop_sequences', (value, path) => {
      const sequence = checkString(value, path);
      if (sequence === '') throw wrongValue(path, 'must not be empty');
      return sequence;
    }),
  };
}

/** `output_format` is the name that the member had before it moved into `output_config`. */
function decodeOutputFormat(request: RequestObject): OutputFormat | undefined {
  const format = request.object('output_config')?.object('format') ?? request.object('output_format');
  if (format === undefined) return undefined;
  format.requiredOneOf('type', ['json_schema']);
  return { type: 'json-schema', schema: format.requiredObject('schema').members };
}

function collectExtensions(body: JsonObject): Record<string, JsonValue> | undefined {
  const rest = Object.entries(body).filter(([key, value]) => !TRANSLATED.has(key) && value !== null);
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}

/** How much to think, which this format says in two places; undefined where neither is given. */
function decodeReasoning(request: RequestObject, warnings: Warning[]): ReasoningSettings | undefined {
  const config = request.object('output_config');
  const effort = config?.oneOf('effort', EFFORTS);
  const thinking = request.object('thinking');
  if (thinking === undefined) return effort === undefined ? undefined : { effort };
  switch (thinking.requiredOneOf('type', ['enabled', 'adaptive', 'disabled', 'between_tools'])) {
    case 'disabled':
      if (config !== undefined && effort !== undefined) {
        const reason = 'Without thinking there is no effort to set.';
        warnings.push({ field: { param: config.getPath('effort') }, reason });
      }
      return { effort: 'none' };
    case 'enabled': {
      const budgetTokens = decodeBudget(thinking, request.requiredSafeInteger('max_tokens'));
      return definedMembers({ effort, budgetTokens, isShown: isShown(thinking) });
    }
    case 'between_tools': {
      const reason = 'The model decides when to think.';
      warnings.push({ field: { param: thinking.getPath('type') }, reason });
      return definedMembers({ effort, isShown: isShown(thinking) });
    }
    case 'adaptive':
      return definedMembers({ effort, isShown: isShown(thinking) });
  }
}

function decodeBudget(thinking: RequestObject, maxTokens: number): number {
  const budget = thinking.requiredSafeInteger('budget_tokens', { min: MIN_BUDGET });
  if (budget >= maxTokens) {
    throw wrongValue(thinking.getPath('budget_tokens'), 'must be less than "max_tokens"');
  }
  return budget;
}

/** Who turns thinking on sees it, unless they say otherwise. */
function isShown(thinking: RequestObject): boolean {
  return thinking.oneOf('display', ['summarized', 'omitted']) !== 'omitted';
}
