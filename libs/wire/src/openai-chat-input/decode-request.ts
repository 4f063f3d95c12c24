import { type ChatRequest, EFFORTS, type JsonObject, type Translated, type Warning } from '#canonical';
import { decodeOutputFormat, refuseProviderFeatures } from '../openai-chat/decode-request.js';
import { decodeSampling } from '../openai-dialect/sampling.js';
import { decodeRequest as decodeResponsesRequest } from '../openai-responses/decode-request.js';
import { unsupported } from '../validation/faults.js';
import { definedMembers } from '../validation/json-values.js';
import { RequestObject } from '../validation/request-object.js';
import { MixedConversationReader } from './decode-input.js';
import { flattenTools } from './flat-tools.js';

/** State that this endpoint does not store, and the legacy form of tools. */
const REFUSED_MEMBERS = ['previous_response_id', 'functions', 'function_call'] as const;

/** Parameters of Chat Completions that are accepted beside `input`. */
const CHAT_SETTINGS: ReadonlySet<string> = new Set([
  'frequency_penalty',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'modalities',
  'n',
  'presence_penalty',
  'reasoning_effort',
  'response_format',
  'seed',
  'stop',
  'top_k',
  'verbosity',
]);

/** If both formats have a parameter, that of Responses takes precedence. */
export function decodeRequest(body: JsonObject): Translated<ChatRequest> {
  const fields = new RequestObject(body);
  const refused = REFUSED_MEMBERS.find((key) => fields.has(key));
  if (refused !== undefined) throw unsupported(refused, 'cannot be combined with "input" on this endpoint');
  refuseProviderFeatures(fields);
  const { value, warnings } = decodeResponsesRequest(flattenTools(body), MixedConversationReader);
  const { extensions = {}, reasoning, ...rest } = value;
  const settings = decodeChatSettings(fields);
  const remaining = Object.entries(extensions).filter(([key]) => !CHAT_SETTINGS.has(key));
  const effort = reasoning?.effort ?? fields.oneOf('reasoning_effort', EFFORTS);
  return {
    value: {
      ...settings,
      ...rest,
      ...definedMembers({
        reasoning: effort === undefined ? reasoning : { ...reasoning, effort },
        extensions: remaining.length === 0 ? undefined : Object.fromEntries(remaining),
      }),
    },
    warnings: [...warnings, ...warnOfStore(fields)],
  };
}

function decodeChatSettings(fields: RequestObject): Partial<ChatRequest> {
  return definedMembers({
    ...decodeSampling(fields),
    maxOutputTokens:
      fields.integer('max_completion_tokens', { min: 1 }) ?? fields.integer('max_tokens', { min: 1 }),
    topK: fields.integer('top_k', { min: 0 }),
    logprobs: fields.boolean('logprobs') === true ? 0 : undefined,
    outputFormat: decodeOutputFormat(fields.object('response_format')),
    verbosity: fields.oneOf('verbosity', ['low', 'medium', 'high']),
  });
}

function warnOfStore(fields: RequestObject): Warning[] {
  const reason = 'responses of this endpoint are not stored';
  return fields.boolean('store') === true ? [{ field: { param: 'store' }, reason }] : [];
}
