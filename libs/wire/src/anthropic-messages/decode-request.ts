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
import { REQUESTABLE_TIERS, decodeRequestedTier } from './service-tier.js';

/**
 * State and tools that exist at one service only. They work if the request is forwarded unchanged, but cannot be
 * translated.
 */
const UNTRANSLATABLE_MEMBERS = ['container', 'mcp_servers', 'compaction'];

const TRANSLATED_MEMBERS = new Set([
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
  refuseUntranslatable(request);
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
    serviceTier: decodeRequestedTier(request.oneOf('service_tier', REQUESTABLE_TIERS)),
    extensions: collectExtensions(body),
  });
  return { value, warnings };
}

function refuseUntranslatable(request: RequestObject): void {
  if (request.has('thread')) throw threadUnsupported();
  const key = UNTRANSLATABLE_MEMBERS.find((one) => request.has(one));
  if (key !== undefined) throw unsupported(key, 'is not supported by this model');
}

/** The official client retries without a thread, and with the whole conversation, when it receives this code. */
function threadUnsupported(): GatewayError {
  return new GatewayError('unsupported-parameter', 'The provider does not support threads.', {
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
    throw unsupported('max_tokens', 'must be at least 1: this model does not support cache warming');
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

/** `output_format` is the former name of `output_config.format`. */
function decodeOutputFormat(request: RequestObject): OutputFormat | undefined {
  const format = request.object('output_config')?.object('format') ?? request.object('output_format');
  if (format === undefined) return undefined;
  format.requiredOneOf('type', ['json_schema']);
  return { type: 'json-schema', schema: format.requiredObject('schema').members };
}

function collectExtensions(body: JsonObject): Record<string, JsonValue> | undefined {
  const rest = Object.entries(body).filter(([key, value]) => !TRANSLATED_MEMBERS.has(key) && value !== null);
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}

/** Reasoning settings come from `output_config.effort` and `thinking`; undefined if neither is set. */
function decodeReasoning(request: RequestObject, warnings: Warning[]): ReasoningSettings | undefined {
  const config = request.object('output_config');
  const effort = config?.oneOf('effort', EFFORTS);
  const thinking = request.object('thinking');
  if (thinking === undefined) return effort === undefined ? undefined : { effort };
  switch (thinking.requiredOneOf('type', ['enabled', 'adaptive', 'disabled', 'between_tools'])) {
    case 'disabled':
      if (config !== undefined && effort !== undefined) {
        const reason = 'the effort has no effect while thinking is disabled';
        warnings.push({ field: { param: config.getPath('effort') }, reason });
      }
      return { effort: 'none' };
    case 'enabled': {
      const budgetTokens = decodeBudget(thinking, request.requiredSafeInteger('max_tokens'));
      return definedMembers({ effort, budgetTokens, isShown: isShown(thinking) });
    }
    case 'between_tools': {
      const reason = 'this model decides when to think';
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

/** Enabled thinking is shown unless the client sets `omitted`. */
function isShown(thinking: RequestObject): boolean {
  return thinking.oneOf('display', ['summarized', 'omitted']) !== 'omitted';
}
