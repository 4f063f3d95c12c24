import { type ChatRequest, type JsonObject, type Message, type Translated, type Warning } from '#canonical';
import { ClientField } from './client-field.js';
import { decodeInput } from './decode-input.js';
import { decodeSettings } from './decode-settings.js';
import { decodeToolChoice, decodeTools } from './decode-tools.js';

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
