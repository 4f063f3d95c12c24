import {
  type ChatRequest,
  type JsonObject,
  type JsonValue,
  type OutputFormat,
  type ReasoningSettings,
  type Tool,
  type ToolChoice,
  type Translated,
  type Warning,
} from '#canonical';
import { decodeCache } from './cache-control.js';
import { decodeMessages, decodeSystem } from './decode-messages.js';
import { Field } from './field.js';
import { defined } from './json-values.js';
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

const MIN_BUDGET = 1024;
const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

/** Hints on a tool that no other format has a word for. */
const LOST_HINTS = ['defer_loading', 'eager_input_streaming', 'input_examples', 'allowed_callers'];

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

/** How much to think, which this format says in two places; undefined where neither is given. */
function decodeReasoning(body: Field, warnings: Warning[]): ReasoningSettings | undefined {
  const asked = body.member('output_config').optional((config) => config.member('effort'));
  const effort = asked?.optional((field) => field.oneOf(EFFORTS));
  const thinking = body.member('thinking');
  if (thinking.isAbsent) return effort === undefined ? undefined : { effort };
  const type = thinking.member('type');
  switch (type.oneOf(['enabled', 'adaptive', 'disabled', 'between_tools'])) {
    case 'disabled':
      if (asked !== undefined && effort !== undefined) {
        warnings.push({
          field: { param: asked.path },
          reason: 'Without thinking there is no effort to set.',
        });
      }
      return { effort: 'none' };
    case 'enabled':
      return defined({ effort, budgetTokens: decodeBudget(body), isShown: isShown(thinking) });
    case 'between_tools':
      warnings.push({ field: { param: type.path }, reason: 'The model decides when to think.' });
      return defined({ effort, isShown: isShown(thinking) });
    case 'adaptive':
      return defined({ effort, isShown: isShown(thinking) });
  }
}

function decodeBudget(body: Field): number {
  const field = body.member('thinking').member('budget_tokens');
  const budget = field.integer({ min: MIN_BUDGET });
  if (budget >= body.member('max_tokens').integer()) {
    throw field.fault('invalid-value', 'must be less than "max_tokens"');
  }
  return budget;
}

/** Who turns thinking on sees it, unless they say otherwise. */
function isShown(thinking: Field): boolean {
  const display = thinking.member('display').optional((field) => field.oneOf(['summarized', 'omitted']));
  return display !== 'omitted';
}

function decodeTools(tools: Field, warnings: Warning[]): Tool[] {
  return tools.items().map((tool) => decodeTool(tool, warnings));
}

function decodeTool(tool: Field, warnings: Warning[]): Tool {
  const type = tool.member('type');
  if ((type.optional((field) => field.text()) ?? 'custom') !== 'custom') {
    throw type.fault('unsupported-parameter', 'names a tool that only its own service can run');
  }
  for (const hint of LOST_HINTS.map((key) => tool.member(key))) {
    if (!hint.isAbsent) warnings.push({ field: { param: hint.path }, reason: 'Tools are sent without it.' });
  }
  return defined({
    name: tool.member('name').nonEmptyText(),
    description: tool.member('description').optional((field) => field.text()),
    parameters: tool.member('input_schema').object(),
    strict: tool.member('strict').optional((field) => field.flag()),
    ...decodeCache(tool),
  });
}

function decodeToolChoice(choice: Field): { toolChoice: ToolChoice; allowsParallelCalls?: boolean } {
  const isSerial = choice.member('disable_parallel_tool_use').optional((field) => field.flag());
  return {
    toolChoice: decodeChosen(choice),
    ...(isSerial === undefined ? {} : { allowsParallelCalls: !isSerial }),
  };
}

function decodeChosen(choice: Field): ToolChoice {
  switch (choice.member('type').oneOf(['auto', 'any', 'tool', 'none'])) {
    case 'auto':
      return { type: 'auto' };
    case 'any':
      return { type: 'required' };
    case 'tool':
      return { type: 'tool', name: choice.member('name').nonEmptyText() };
    case 'none':
      return { type: 'none' };
  }
}
