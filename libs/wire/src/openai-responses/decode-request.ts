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
import { ClientField } from './client-field.js';
import { decodeInput } from './decode-input.js';
import { decodeToolChoice, decodeTools } from './tools.js';
import { given } from './json-object.js';

/** What is state of the service that keeps it, and means nothing to another. */
const STATE_ELSEWHERE = ['conversation', 'prompt', 'context_management'] as const;

/** What is decoded, and what is not for the model: where answers are stored, and how they are delivered. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  ...STATE_ELSEWHERE,
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
const LOGPROBS_WANTED = 'message.output_text.logprobs';

type Settings = Omit<
  ChatRequest,
  'model' | 'isStreamed' | 'messages' | 'tools' | 'toolChoice' | 'extensions'
>;

export function decodeRequest(body: JsonObject): Translated<ChatRequest> {
  const root = ClientField.body(body);
  refuseForeignState(root);
  const warnings: Warning[] = [];
  const { tools } = decodeTools(root.member('tools'), warnings);
  const value: ChatRequest = {
    model: root.member('model').word(),
    isStreamed: root.member('stream').ifGiven((field) => field.boolean()) ?? false,
    messages: [...decodeInstructions(root.member('instructions')), ...decodeInput(root.member('input'))],
    ...(tools === undefined ? {} : { tools }),
    ...decodeToolChoice(root.member('tool_choice'), tools),
    ...decodeSettings(root, warnings),
    ...decodeExtensions(body),
  };
  return { value, warnings };
}

function refuseForeignState(root: ClientField): void {
  for (const key of STATE_ELSEWHERE) {
    const field = root.member(key);
    if (field.isGiven) throw field.unsupported();
  }
  const background = root.member('background');
  if (background.ifGiven((field) => field.boolean())) throw background.unsupported('must not be true');
}

function decodeInstructions(instructions: ClientField): Message[] {
  const text = instructions.ifGiven((field) => field.string());
  return text === undefined || text === '' ? [] : [{ role: 'system', content: [{ type: 'text', text }] }];
}

function decodeExtensions(body: JsonObject): Pick<ChatRequest, 'extensions'> {
  const extensions = Object.entries(body).filter(([key, value]) => value !== null && isExtension(key, body));
  return extensions.length === 0 ? {} : { extensions: Object.fromEntries(extensions) };
}

function isExtension(key: string, body: JsonObject): boolean {
  if (key === 'truncation') return body[key] !== 'disabled';
  if (key === 'user') return body['safety_identifier'] != null && body['safety_identifier'] !== body[key];
  return !KNOWN_FIELDS.has(key);
}

function decodeSettings(body: ClientField, warnings: Warning[]): Settings {
  const text = (key: string): string | undefined => body.member(key).ifGiven((field) => field.string());
  return given({
    allowsParallelCalls: body.member('parallel_tool_calls').ifGiven((field) => field.boolean()),
    outputFormat: body.member('text').ifGiven((field) => decodeOutputFormat(field.member('format'))),
    verbosity: body
      .member('text')
      .ifGiven((field) => field.member('verbosity').ifGiven((one) => one.oneOf(['low', 'medium', 'high']))),
    maxOutputTokens: body.member('max_output_tokens').ifGiven((field) => field.integer(1, MAX_COUNT)),
    temperature: body.member('temperature').ifGiven((field) => field.number(0, 2)),
    topP: body.member('top_p').ifGiven((field) => field.number(0, 1)),
    logprobs: decodeLogprobsOptions(body),
    reasoning: body.member('reasoning').ifGiven((field) => decodeReasoning(field, warnings)),
    userId: text('safety_identifier') ?? text('user'),
    metadata: body.member('metadata').ifGiven(decodeMetadata),
    serviceTier: text('service_tier'),
    promptCacheKey: text('prompt_cache_key'),
  });
}

function decodeOutputFormat(format: ClientField): OutputFormat | undefined {
  if (!format.isGiven) return undefined;
  switch (format.member('type').oneOf(['text', 'json_object', 'json_schema'])) {
    case 'text':
      return undefined;
    case 'json_object':
      return { type: 'json' };
    case 'json_schema':
      return given({
        type: 'json-schema' as const,
        schema: format.member('schema').object(),
        name: format.member('name').word(),
        description: format.member('description').ifGiven((field) => field.string()),
        strict: format.member('strict').ifGiven((field) => field.boolean()),
      });
  }
}

/** They are asked for by a number of alternatives, or by the name of the field that shall hold them. */
function decodeLogprobsOptions(body: ClientField): number | undefined {
  const alternatives = body.member('top_logprobs').ifGiven((field) => field.integer(0, 20)) ?? 0;
  const included = body.member('include').ifGiven((field) => field.elements().map((one) => one.string()));
  return alternatives > 0 || included?.includes(LOGPROBS_WANTED) ? alternatives : undefined;
}

function decodeReasoning(reasoning: ClientField, warnings: Warning[]): ReasoningSettings {
  const summaryField = ['summary', 'generate_summary']
    .map((key) => reasoning.member(key))
    .find((one) => one.isGiven);
  const summary = summaryField?.oneOf(['auto', 'concise', 'detailed', 'none']);
  if (summaryField && (summary === 'concise' || summary === 'detailed')) {
    const reason = 'the length of summaries cannot be chosen';
    warnings.push({ field: { param: summaryField.path }, reason });
  }
  for (const key of ['mode', 'context'].filter((one) => reasoning.member(one).isGiven)) {
    warnings.push({
      field: { param: `reasoning.${key}` },
      reason: 'only model services of this format know it',
    });
  }
  return given({
    effort: reasoning.member('effort').ifGiven((field) => field.oneOf(EFFORTS)),
    isShown: summary === undefined ? undefined : summary !== 'none',
  });
}

function decodeMetadata(metadata: ClientField): Record<string, string> {
  return Object.fromEntries(
    Object.keys(metadata.object()).map((key) => [key, metadata.member(key).string()]),
  );
}
