import { type Json } from '../clouds/cloud-front.js';
import { type Turn } from './converse-checks.js';
import { Invalid } from './errors.js';

const USUAL_MAX_TOKENS = 4096;

/** Additional fields of models, by a part of their names. */
const OWN_FIELDS: readonly [RegExp, readonly string[]][] = [
  [/anthropic\./, ['thinking', 'top_k', 'anthropic_beta']],
  [/amazon\.nova/, ['inferenceConfig', 'reasoningConfig']],
  [/openai\./, ['reasoning_effort']],
  [/mistral\./, ['top_k']],
  [/cohere\./, ['k']],
];

/** The request in the format of the model's vendor: Anthropic's service simulates every model here. */
export function toMessagesRequest(model: string, body: Json, isStreamed: boolean): Json {
  const {
    system = [],
    messages,
    inferenceConfig = {},
    toolConfig,
    outputConfig,
  } = body as Record<string, Json>;
  const { maxTokens = USUAL_MAX_TOKENS, temperature, topP, stopSequences } = inferenceConfig;
  return dropAbsent({
    model,
    max_tokens: maxTokens,
    stream: isStreamed,
    system: withMarks(system as unknown as Json[]),
    messages: (messages as unknown as Turn[]).map(({ role, content }) => ({
      role,
      content: withMarks(content),
    })),
    temperature,
    top_p: topP,
    stop_sequences: stopSequences,
    ...toTools(toolConfig),
    output_config: outputConfig && toOutputConfig(outputConfig),
    ...pickOwnFields(model, body['additionalModelRequestFields'] as Json | undefined),
  });
}

function pickOwnFields(model: string, fields: Json = {}): Json {
  const known = OWN_FIELDS.find(([pattern]) => pattern.test(model))?.[1] ?? [];
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new Invalid(`The model returned the following errors: ${unknown}: Extra inputs are not permitted`);
  }
  const { thinking, top_k } = fields;
  return dropAbsent({ thinking, top_k });
}

/** A cache point belongs to the block before it. */
function withMarks(blocks: readonly Json[]): Json[] {
  const marked: Json[] = [];
  for (const block of blocks) {
    const last = marked.at(-1);
    if (!('cachePoint' in block)) marked.push(toBlock(block));
    else if (last === undefined) throw new Invalid('A cachePoint has to follow a block.');
    else last['cache_control'] = dropAbsent({ type: 'ephemeral', ttl: (block['cachePoint'] as Json)['ttl'] });
  }
  return marked;
}

function toBlock(block: Json): Json {
  const [kind = ''] = Object.keys(block);
  const value = block[kind] as Json;
  switch (kind) {
    case 'text':
      return { type: 'text', text: value };
    case 'image':
      return { type: 'image', source: toSource(value, `image/${String(value['format'])}`) };
    case 'document':
      return { type: 'document', title: value['name'], source: toDocumentSource(value) };
    case 'toolUse':
      return { type: 'tool_use', id: value['toolUseId'], name: value['name'], input: value['input'] };
    case 'toolResult':
      return {
        type: 'tool_result',
        tool_use_id: value['toolUseId'],
        content: (value['content'] as Json[]).map(toBlock),
        is_error: value['status'] === 'error',
      };
    case 'reasoningContent':
      return toThinking(value);
    case 'toolSpec':
      return toTool(value);
    default:
      throw new Invalid(`This model doesn't support ${kind}.`);
  }
}

function toSource(value: Json, mediaType: string): Json {
  const { bytes } = value['source'] as Json;
  return { type: 'base64', media_type: mediaType, data: bytes };
}

function toDocumentSource(value: Json): Json {
  const source = toSource(value, 'application/pdf');
  if (value['format'] === 'pdf') return source;
  const text = Buffer.from(String(source['data']), 'base64').toString('utf8');
  return { type: 'text', media_type: 'text/plain', data: text };
}

function toThinking(value: Json): Json {
  const { text, signature } = (value['reasoningText'] ?? {}) as Json;
  if (text === undefined) return { type: 'redacted_thinking', data: value['redactedContent'] };
  return { type: 'thinking', thinking: text, signature };
}

function toTool(value: Json): Json {
  const { name, description, inputSchema, strict } = value;
  return dropAbsent({ name, description, input_schema: (inputSchema as Json)['json'], strict });
}

function toTools(toolConfig: Json | undefined): Json {
  if (toolConfig === undefined) return {};
  const [[choice, details] = []] = Object.entries((toolConfig['toolChoice'] ?? {}) as Json);
  return dropAbsent({
    tools: withMarks(toolConfig['tools'] as Json[]),
    tool_choice: choice && { type: choice, ...(details as Json) },
  });
}

function toOutputConfig({ textFormat, effort }: Json): Json {
  const { jsonSchema } = ((textFormat as Json | undefined)?.['structure'] ?? {}) as Record<string, Json>;
  const format = jsonSchema && {
    type: 'json_schema',
    schema: JSON.parse(String(jsonSchema['schema'])) as unknown,
  };
  return dropAbsent({ format, effort });
}

export function dropAbsent(members: Json): Json {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
