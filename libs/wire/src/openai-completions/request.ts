import {
  type ChatRequest,
  type JsonObject,
  type RequestField,
  type Translated,
  type Warning,
} from '#canonical';
import { missing, unsupported, wrongType } from '../validation/faults.js';
import { decodeExtensions } from '../openai-dialect/json-members.js';
import { RequestObject } from '../validation/request-object.js';
import { SAMPLING_MEMBERS, decodeSampling, encodeSampling } from '../openai-dialect/sampling.js';
import { refuseRoutingFields } from '../validation/routing-fields.js';
import { definedMembers } from '../validation/json-values.js';

/** All other members have no canonical equivalent. */
const TRANSLATED_MEMBERS = new Set<string>([
  ...SAMPLING_MEMBERS,
  'model',
  'prompt',
  'stream',
  'stream_options',
  'max_tokens',
  'echo',
  'suffix',
  'best_of',
  'logprobs',
]);

/** Fields that this format lacks, and that can be left out with a warning. */
const LOST_FIELDS = [
  'topK',
  'reasoning',
  'verbosity',
  'metadata',
  'serviceTier',
  'promptCacheKey',
] as const satisfies RequestField[];

/** Decodes a completion as a conversation whose only message is the prompt. */
export function decodeRequest(body: JsonObject): Translated<ChatRequest> {
  refuseRoutingFields(Object.keys(body));
  const fields = new RequestObject(body);
  refuseUnsupportedByChat(fields);
  const value: ChatRequest = {
    model: fields.nonEmptyString('model'),
    isStreamed: fields.boolean('stream') ?? false,
    messages: [{ role: 'user', content: [{ type: 'text', text: decodePrompt(fields) }] }],
    maxOutputTokens: fields.integer('max_tokens', { min: 1 }),
    ...decodeSampling(fields),
    ...decodeExtensions(body, TRANSLATED_MEMBERS),
  };
  return { value, warnings: [] };
}

function refuseUnsupportedByChat(fields: RequestObject): void {
  const problem = 'is not supported by this model, which is a chat model';
  if (fields.boolean('echo')) throw unsupported('echo', problem);
  if (fields.string('suffix')) throw unsupported('suffix', problem);
  if ((fields.integer('best_of') ?? 1) > 1) throw unsupported('best_of', problem);
  if (fields.integer('logprobs') !== undefined) throw unsupported('logprobs', problem);
}

function decodePrompt(fields: RequestObject): string {
  const prompt = fields.value('prompt');
  if (prompt === undefined) throw missing('prompt');
  if (typeof prompt === 'string') return prompt;
  if (!Array.isArray(prompt)) throw wrongType('prompt', 'a string or an array of strings');
  if (prompt.some((element) => typeof element === 'number' || Array.isArray(element))) {
    throw unsupported('prompt', 'contains tokens, which are specific to one model; send text');
  }
  const [only, ...others] = fields.strings('prompt') ?? [];
  if (only === undefined) throw missing('prompt');
  if (others.length > 0)
    throw unsupported('prompt', 'contains several prompts; this model accepts one per request');
  return only;
}

export function encodeRequest(request: ChatRequest, upstreamModel: string): Translated<JsonObject> {
  refuseUnsupportedByText(request);
  const value: JsonObject = {
    model: upstreamModel,
    prompt: encodePrompt(request),
    ...(request.isStreamed ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...encodeSampling(request),
    ...definedMembers({ max_tokens: request.maxOutputTokens }),
  };
  const warnings: Warning[] = LOST_FIELDS.filter((field) => request[field] !== undefined).map((field) => ({
    field,
    reason: 'text completions do not have this parameter',
  }));
  return { value, warnings };
}

function refuseUnsupportedByText({ tools = [], webSearch, outputFormat, logprobs }: ChatRequest): void {
  const problem = 'is not supported by this model, which is a text completion model';
  if (tools.length > 0 || webSearch !== undefined) throw unsupported('tools', problem);
  if (outputFormat !== undefined) throw unsupported('outputFormat', problem);
  if (logprobs !== undefined) throw unsupported('logprobs', problem);
}

/** A conversation has no standard form as a prompt, so only a single user message is accepted. */
function encodePrompt({ messages }: ChatRequest): string {
  const [only, ...others] = messages;
  if (only?.role !== 'user' || others.length > 0) {
    throw unsupported(
      'messages',
      'must be a single user message for this model, which is a text completion model',
    );
  }
  return only.content
    .map((part) => {
      if (part.type !== 'text')
        throw unsupported('messages', `contains ${part.type}, but this model accepts text only`);
      return part.text;
    })
    .join('\n\n');
}
