import {
  type ChatRequest,
  EFFORTS,
  type JsonObject,
  type Message,
  type OutputFormat,
  type ReasoningSettings,
  type Translated,
  type Warning,
} from '#canonical';
import { unsupported } from '../validation/faults.js';
import { checkString, definedMembers } from '../validation/json-values.js';
import { type Bounds } from '../validation/request-fields.js';
import { RequestObject } from '../validation/request-object.js';
import { ConversationReader, decodeInput } from './decode-input.js';
import { decodeToolChoice, decodeTools } from './tools.js';

/** State that exists only at the service that stores it. */
const PROVIDER_STATE = ['conversation', 'prompt', 'context_management'] as const;

/** Fields that are decoded, and fields about storage and delivery, which are not for the model. */
const HANDLED_FIELDS: ReadonlySet<string> = new Set([
  ...PROVIDER_STATE,
  'background',
  'include',
  'input',
  'instructions',
  'max_output_tokens',
  'metadata',
  'model',
  'parallel_tool_calls',
  'previous_response_id',
  'prompt_cache_key',
  'reasoning',
  'safety_identifier',
  'service_tier',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'user',
]);

const MAX_COUNT = 2 ** 31 - 1;
const LOGPROBS_FIELD = 'message.output_text.logprobs';

type Settings = Omit<
  ChatRequest,
  'model' | 'isStreamed' | 'messages' | 'tools' | 'toolChoice' | 'extensions'
>;

/** `Reader` decodes the input. */
export function decodeRequest(body: JsonObject, Reader = ConversationReader): Translated<ChatRequest> {
  const request = new RequestObject(body);
  refuseProviderState(request);
  const warnings: Warning[] = [];
  const decoded = decodeTools(request, warnings);
  const { tools, webSearch, catalog } = decoded;
  const value: ChatRequest = {
    model: request.nonEmptyString('model'),
    isStreamed: request.boolean('stream') ?? false,
    messages: [...decodeInstructions(request), ...decodeInput(request, new Reader(catalog, warnings))],
    ...(tools === undefined ? {} : { tools }),
    ...(webSearch === undefined ? {} : { webSearch }),
    ...decodeToolChoice(request, decoded, warnings),
    ...decodeSettings(request, warnings),
    ...decodeExtensions(body),
  };
  return { value, warnings };
}

function refuseProviderState(request: RequestObject): void {
  const key = PROVIDER_STATE.find((one) => request.has(one));
  if (key !== undefined) {
    throw unsupported(key, 'is not supported by the provider of this model');
  }
  if (request.boolean('background')) throw unsupported('background', 'is not supported by this model');
}

function decodeInstructions(request: RequestObject): Message[] {
  const text = request.string('instructions') ?? '';
  return text === '' ? [] : [{ role: 'system', content: [{ type: 'text', text }] }];
}

function decodeExtensions(body: JsonObject): Pick<ChatRequest, 'extensions'> {
  const extensions = Object.entries(body).filter(([key, value]) => value !== null && isExtension(key, body));
  return extensions.length === 0 ? {} : { extensions: Object.fromEntries(extensions) };
}

function isExtension(key: string, body: JsonObject): boolean {
  if (key === 'truncation') return body[key] !== 'disabled';
  if (key === 'user') return body['safety_identifier'] != null && body['safety_identifier'] !== body[key];
  return !HANDLED_FIELDS.has(key);
}

function decodeSettings(request: RequestObject, warnings: Warning[]): Settings {
  const text = request.object('text');
  return definedMembers({
    allowsParallelCalls: request.boolean('parallel_tool_calls'),
    outputFormat: decodeOutputFormat(text?.object('format')),
    verbosity: text?.oneOf('verbosity', ['low', 'medium', 'high']),
    maxOutputTokens: decodeInteger(request, 'max_output_tokens', { min: 1, max: MAX_COUNT }),
    temperature: request.number('temperature', { min: 0, max: 2 }),
    topP: request.number('top_p', { min: 0, max: 1 }),
    logprobs: decodeLogprobsOptions(request),
    reasoning: decodeReasoning(request.object('reasoning'), warnings),
    userId: request.string('safety_identifier') ?? request.string('user'),
    metadata: decodeMetadata(request.object('metadata')),
    serviceTier: request.string('service_tier'),
    promptCacheKey: request.string('prompt_cache_key'),
  });
}

/** Rejects a number that is not an integer before its bounds are checked. */
function decodeInteger(request: RequestObject, key: string, bounds: Bounds): number | undefined {
  request.integer(key);
  return request.integer(key, bounds);
}

function decodeOutputFormat(format: RequestObject | undefined): OutputFormat | undefined {
  switch (format?.requiredOneOf('type', ['text', 'json_object', 'json_schema'])) {
    case undefined:
    case 'text':
      return undefined;
    case 'json_object':
      return { type: 'json' };
    case 'json_schema':
      return definedMembers({
        type: 'json-schema' as const,
        schema: format.requiredObject('schema').members,
        name: format.nonEmptyString('name'),
        description: format.string('description'),
        strict: format.boolean('strict'),
      });
  }
}

/** Log probabilities are requested by a number of alternatives, or by the name of their field in `include`. */
function decodeLogprobsOptions(request: RequestObject): number | undefined {
  const alternatives = decodeInteger(request, 'top_logprobs', { min: 0, max: 20 }) ?? 0;
  const included = request.each('include', checkString);
  return alternatives > 0 || included?.includes(LOGPROBS_FIELD) ? alternatives : undefined;
}

function decodeReasoning(
  reasoning: RequestObject | undefined,
  warnings: Warning[],
): ReasoningSettings | undefined {
  if (reasoning === undefined) return undefined;
  const key = reasoning.has('summary') ? 'summary' : 'generate_summary';
  const summary = reasoning.oneOf(key, ['auto', 'concise', 'detailed', 'none']);
  if (summary === 'concise' || summary === 'detailed') {
    const reason = 'the length of reasoning summaries cannot be set';
    warnings.push({ field: { param: reasoning.getPath(key) }, reason });
  }
  for (const lost of ['mode', 'context'].filter((one) => reasoning.has(one))) {
    const reason = 'only providers with native support for this format have it';
    warnings.push({ field: { param: reasoning.getPath(lost) }, reason });
  }
  return definedMembers({
    effort: reasoning.oneOf('effort', EFFORTS),
    isShown: summary === undefined ? undefined : summary !== 'none',
  });
}

function decodeMetadata(metadata: RequestObject | undefined): Record<string, string> | undefined {
  if (metadata === undefined) return undefined;
  const keys = Object.keys(metadata.members);
  return Object.fromEntries(keys.map((key) => [key, metadata.requiredString(key)]));
}
