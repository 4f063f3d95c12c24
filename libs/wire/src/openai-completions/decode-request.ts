import { type ChatRequest, type JsonObject, type Translated } from '#canonical';
import { decodeExtensions } from '../openai-dialect/decode-extensions.js';
import { SAMPLING_MEMBERS, decodeSampling } from '../openai-dialect/decode-sampling.js';
import { missing, unsupported, wrongType } from '../openai-dialect/faults.js';
import { RequestObject } from '../openai-dialect/request-object.js';
import { refuseRoutingFields } from '../validation/routing-fields.js';

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
