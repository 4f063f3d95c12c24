import {
  type ChatRequest,
  type JsonObject,
  type JsonValue,
  type OutputFormat,
  type Translated,
  type Warning,
} from '#canonical';
import { decodeMessages, decodeSystem } from './decode-messages.js';
import { decodeReasoning } from './decode-reasoning.js';
import { decodeToolChoice, decodeTools } from './decode-tools.js';
import { defined } from './defined.js';
import { Field } from './field.js';
import { ASKABLE_TIERS, decodeAskedTier } from './service-tier.js';

/** State and tools that live at one service: they work where a request goes on as it came, and nowhere else. */
const BOUND_TO_ONE_SERVICE = ['container', 'mcp_servers', 'thread', 'compaction'];

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

export function decodeRequest(body: JsonObject): Translated<ChatRequest> {
  const root = new Field(body);
  refuseBoundState(root);
  const warnings: Warning[] = [];
  const messages = decodeMessages(root.member('messages'), warnings);
  const value: ChatRequest = defined({
    model: root.member('model').nonEmptyText(),
    isStreamed: root.member('stream').optional((field) => field.flag()) ?? false,
    messages: [...decodeSystem(root.member('system')), ...messages],
    maxOutputTokens: decodeMaxTokens(root.member('max_tokens')),
    ...decodeSampling(root),
    tools: root.member('tools').optional((field) => decodeTools(field, warnings)),
    ...root.member('tool_choice').optional(decodeToolChoice),
    outputFormat: decodeOutputFormat(root),
    reasoning: decodeReasoning(root, warnings),
    userId: decodeUserId(root.member('metadata')),
    serviceTier: root.member('service_tier').optional((field) => decodeAskedTier(field.oneOf(ASKABLE_TIERS))),
    extensions: collectExtensions(body),
  });
  return { value, warnings };
}

function refuseBoundState(root: Field): void {
  for (const field of BOUND_TO_ONE_SERVICE.map((key) => root.member(key))) {
    if (!field.isAbsent) throw field.fault('unsupported-parameter', 'cannot be used with this model');
  }
}

function decodeMaxTokens(field: Field): number {
  const count = field.integer({ min: 0 });
  if (count === 0) {
    throw field.fault('unsupported-parameter', 'cannot be 0 here: the cache of this model cannot be warmed');
  }
  return count;
}

function decodeSampling(root: Field): Partial<ChatRequest> {
  return {
    temperature: root.member('temperature').optional((field) => field.number({ min: 0, max: 1 })),
    topP: root.member('top_p').optional((field) => field.number({ min: 0, max: 1 })),
    topK: root.member('top_k').optional((field) => field.integer({ min: 0 })),
    stopSequences: root
      .member('stop_sequences')
      .optional((field) => field.items().map((sequence) => sequence.nonEmptyText())),
  };
}

/** `output_format` is the name that the member had before it moved into `output_config`. */
function decodeOutputFormat(root: Field): OutputFormat | undefined {
  const config = root.member('output_config');
  const current = config.isAbsent ? config : config.member('format');
  const format = current.isAbsent ? root.member('output_format') : current;
  if (format.isAbsent) return undefined;
  format.member('type').oneOf(['json_schema']);
  return { type: 'json-schema', schema: format.member('schema').object() };
}

function decodeUserId(metadata: Field): string | undefined {
  return metadata.optional((field) => field.member('user_id'))?.optional((field) => field.text());
}

function collectExtensions(body: JsonObject): Record<string, JsonValue> | undefined {
  const rest = Object.entries(body).filter(([key, value]) => !TRANSLATED.has(key) && value !== null);
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}
