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

/** Everything else that a client says has no word in the hub. */
const UNDERSTOOD = new Set<string>([
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

/** Options that only shape the answer, and have no member here. */
const LOST_FIELDS = [
  'topK',
  'reasoning',
  'verbosity',
  'metadata',
  'serviceTier',
  'promptCacheKey',
] as const satisfies RequestField[];

/** A completion as a conversation: the prompt is what the user says. */
export function decodeRequest(body: JsonObject): Translated<ChatRequest> {
  refuseRoutingFields(Object.keys(body));
  const fields = new RequestObject(body);
  refuseWhatChatCannotDo(fields);
  const value: ChatRequest = {
    model: fields.nonEmptyString('model'),
    isStreamed: fields.boolean('stream') ?? false,
    messages: [{ role: 'user', content: [{ type: 'text', text: decodePrompt(fields) }] }],
    maxOutputTokens: fields.integer('max_tokens', { min: 1 }),
    ...decodeSampling(fields),
    ...decodeExtensions(body, UNDERSTOOD),
  };
  return { value, warnings: [] };
}

function refuseWhatChatCannotDo(fields: RequestObject): void {
  const problem = 'is not offered for this model, which answers conversations';
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
    throw unsupported('prompt', 'holds tokens, which mean something to one model only; send text');
  }
  const [only, ...others] = fields.strings('prompt') ?? [];
  if (only === undefined) throw missing('prompt');
  if (others.length > 0) throw unsupported('prompt', 'holds several prompts; this model takes one at a time');
  return only;
}

export function encodeRequest(request: ChatRequest, upstreamModel: string): Translated<JsonObject> {
  refuseWhatTextCannotDo(request);
  const value: JsonObject = {
    model: upstreamModel,
    prompt: encodePrompt(request),
    ...(request.isStreamed ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...encodeSampling(request),
    ...definedMembers({ max_tokens: request.maxOutputTokens }),
  };
  const warnings: Warning[] = LOST_FIELDS.filter((field) => request[field] !== undefined).map((field) => ({
    field,
    reason: 'completions of plain text have no such parameter',
  }));
  return { value, warnings };
}

function refuseWhatTextCannotDo({ tools = [], webSearch, outputFormat, logprobs }: ChatRequest): void {
  const problem = 'is not offered for this model, which completes plain text';
  if (tools.length > 0 || webSearch !== undefined) throw unsupported('tools', problem);
  if (outputFormat !== undefined) throw unsupported('outputFormat', problem);
  if (logprobs !== undefined) throw unsupported('logprobs', problem);
}

/** A conversation has no one spelling as a prompt; only what a user says alone is one as it is. */
function encodePrompt({ messages }: ChatRequest): string {
  const [only, ...others] = messages;
  if (only?.role !== 'user' || others.length > 0) {
    throw unsupported(
      'messages',
      'must be a single message of the user for this model, which completes text',
    );
  }
  return only.content
    .map((part) => {
      if (part.type !== 'text')
        throw unsupported('messages', `holds ${part.type}, and this model reads text only`);
      return part.text;
    })
    .join('\n\n');
}
