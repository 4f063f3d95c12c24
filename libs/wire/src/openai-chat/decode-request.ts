import {
  type ChatRequest,
  EFFORTS,
  type JsonObject,
  type OutputFormat,
  type ReasoningSettings,
  type Translated,
  type Warning,
} from '#canonical';
import { decodeExtensions } from '../openai-dialect/json-members.js';
import { SAMPLING_MEMBERS, decodeSampling } from '../openai-dialect/sampling.js';
import { unsupported, wrongType, wrongValue } from '../validation/faults.js';
import { RequestObject } from '../validation/request-object.js';
import { refuseRoutingFields } from '../validation/routing-fields.js';
import { decodeMessages } from './decode-messages.js';
import { TOOL_MEMBERS, decodeTools } from './tools.js';

const REASONING_MEMBERS = ['reasoning_effort', 'reasoning', 'thinking'] as const;

/** All other members have no canonical equivalent. */
const TRANSLATED_MEMBERS = new Set<string>([
  ...SAMPLING_MEMBERS,
  ...TOOL_MEMBERS,
  ...REASONING_MEMBERS,
  'model',
  'messages',
  'stream',
  'stream_options',
  'max_completion_tokens',
  'max_tokens',
  'top_k',
  'logprobs',
  'top_logprobs',
  'response_format',
  'modalities',
  'verbosity',
  'safety_identifier',
  'metadata',
  'service_tier',
  'prompt_cache_key',
]);

export function decodeRequest(body: JsonObject): Translated<ChatRequest> {
  refuseRoutingFields(Object.keys(body));
  const fields = new RequestObject(body);
  refuseProviderFeatures(fields);
  const warnings: Warning[] = [];
  const value: ChatRequest = {
    model: fields.nonEmptyString('model'),
    isStreamed: fields.boolean('stream') ?? false,
    messages: decodeMessages(fields, warnings),
    maxOutputTokens:
      fields.integer('max_completion_tokens', { min: 1 }) ?? fields.integer('max_tokens', { min: 1 }),
    topK: fields.integer('top_k', { min: 0 }),
    logprobs: decodeLogprobs(fields),
    outputFormat: decodeOutputFormat(fields.object('response_format')),
    verbosity: fields.oneOf('verbosity', ['low', 'medium', 'high']),
    metadata: decodeMetadata(fields.object('metadata')),
    serviceTier: fields.string('service_tier'),
    promptCacheKey: fields.string('prompt_cache_key'),
    ...decodeSampling(fields),
    ...decodeTools(fields),
    ...decodeReasoningSettings(fields, warnings),
    ...decodeExtensions(withoutDefaultStore(body), TRANSLATED_MEMBERS),
  };
  value.userId = decodeUserId(fields, warnings);
  return { value, warnings };
}

/** `safety_identifier` is the newer name of `user` and takes precedence. */
function decodeUserId(fields: RequestObject, warnings: Warning[]): string | undefined {
  const user = fields.string('user');
  const identifier = fields.string('safety_identifier') ?? user;
  if (user !== undefined && user !== identifier) {
    warnings.push({ field: { param: 'user' }, reason: '"safety_identifier" replaces it' });
  }
  return identifier;
}

/** Refuses members that cannot be left out without changing the response. */
export function refuseProviderFeatures(fields: RequestObject): void {
  if (fields.strings('modalities')?.some((modality) => modality !== 'text')) {
    throw unsupported('modalities', 'must be ["text"]: this model supports text output only');
  }
  for (const key of ['prediction', 'web_search_options']) {
    if (fields.has(key)) throw unsupported(key, 'is not supported by this model');
  }
}

/** Not storing the response is the default. */
function withoutDefaultStore(body: JsonObject): JsonObject {
  const { store, ...rest } = body;
  return store === true ? body : rest;
}

function decodeLogprobs(fields: RequestObject): number | undefined {
  const isRequested = fields.boolean('logprobs') ?? false;
  const alternatives = fields.integer('top_logprobs', { min: 0, max: 20 });
  if (isRequested) return alternatives ?? 0;
  if (alternatives !== undefined) throw wrongValue('top_logprobs', 'is only allowed when "logprobs" is true');
  return undefined;
}

export function decodeOutputFormat(format: RequestObject | undefined): OutputFormat | undefined {
  switch (format?.requiredOneOf('type', ['text', 'json_object', 'json_schema'])) {
    case undefined:
    case 'text':
      return undefined;
    case 'json_object':
      return { type: 'json' };
    case 'json_schema':
      return format && decodeSchema(format.requiredObject('json_schema'));
  }
}

function decodeSchema(named: RequestObject): OutputFormat {
  const description = named.string('description');
  const strict = named.boolean('strict');
  return {
    type: 'json-schema',
    name: named.nonEmptyString('name'),
    schema: named.object('schema')?.members ?? {},
    ...(description === undefined ? {} : { description }),
    ...(strict === undefined ? {} : { strict }),
  };
}

function decodeMetadata(metadata: RequestObject | undefined): Record<string, string> | undefined {
  if (metadata === undefined) return undefined;
  const pairs = Object.keys(metadata.members).map((key) => {
    const value = metadata.members[key];
    if (typeof value !== 'string') throw wrongType(metadata.getPath(key), 'a string');
    return [key, value] as const;
  });
  return Object.fromEntries(pairs);
}

/** The official member, and two that other services introduced: `reasoning` and `thinking`. */
function decodeReasoningSettings(fields: RequestObject, warnings: Warning[]): Pick<ChatRequest, 'reasoning'> {
  const official = fields.oneOf('reasoning_effort', EFFORTS);
  const settings: ReasoningSettings = {
    ...decodeThinking(fields.object('thinking')),
    ...decodeReasoningObject(fields.object('reasoning'), warnings),
    ...(official === undefined ? {} : { effort: official }),
  };
  return Object.keys(settings).length === 0 ? {} : { reasoning: settings };
}

function decodeReasoningObject(reasoning: RequestObject | undefined, warnings: Warning[]): ReasoningSettings {
  if (reasoning === undefined) return {};
  for (const key of Object.keys(reasoning.members)) {
    if (key === 'effort' || key === 'max_tokens' || !reasoning.has(key)) continue;
    warnings.push({
      field: { param: reasoning.getPath(key) },
      reason: 'other formats do not have this setting',
    });
  }
  const effort = reasoning.oneOf('effort', EFFORTS);
  const budgetTokens = reasoning.integer('max_tokens', { min: 0 });
  return {
    ...(effort === undefined ? {} : { effort }),
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
  };
}

function decodeThinking(thinking: RequestObject | undefined): ReasoningSettings {
  if (thinking === undefined) return {};
  const type = thinking.requiredString('type');
  if (type === 'disabled') return { effort: 'none' };
  if (type !== 'enabled' && type !== 'adaptive') {
    throw wrongValue(thinking.getPath('type'), 'must be one of enabled, adaptive, disabled');
  }
  const budgetTokens = thinking.integer('budget_tokens', { min: 0 });
  return budgetTokens === undefined ? { isShown: true } : { budgetTokens };
}
