import {
  type AssistantPart,
  type ChatRequest,
  type ChatResponse,
  type FinishKind,
  type JsonObject,
  type JsonValue,
  type Message,
  type StreamPart,
  type UserPart,
} from '#canonical';
import { encodeSseEvent } from '#sse';
import { UPSTREAM_FORMATS } from '#wire';
import { type SpokenFormat } from './spoken-format.js';

const STOP_REASONS: Partial<Record<FinishKind, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
};

/** The service behind `bedrock-converse`, as far as conversations of text and calls need one. */
export const converseService: SpokenFormat = {
  egress: UPSTREAM_FORMATS['bedrock-converse'].egress,
  ingress: {
    decodeRequest: (body) => ({ value: decodeRequest(body), warnings: [] }),
    encodeResponse,
    createStreamEncoder: () => ({ push: encodePart, end: () => '' }),
  },
};

function decodeRequest({ system = [], messages }: JsonObject): ChatRequest {
  return {
    model: 'm',
    isStreamed: false,
    messages: [
      {
        role: 'system',
        content: asObjects(system).map(({ text }) => ({ type: 'text', text: getText(text) })),
      },
      ...asObjects(messages).flatMap(decodeTurn),
    ],
  };
}

function decodeTurn({ role, content }: JsonObject): Message[] {
  const blocks = asObjects(content);
  if (role === 'assistant') return [{ role, content: blocks.map(decodeAssistantBlock) }];
  const results = blocks.flatMap(({ toolResult }) => asObjects(toolResult === undefined ? [] : [toolResult]));
  const texts: UserPart[] = blocks.flatMap(({ text }) =>
    typeof text === 'string' ? [{ type: 'text', text }] : [],
  );
  return [
    {
      role: 'tool',
      results: results.map(({ toolUseId, content: said }) => ({
        callId: getText(toolUseId),
        content: asObjects(said).map(({ text }) => ({ type: 'text', text: getText(text) })),
        isError: false,
      })),
    },
    { role: 'user', content: texts },
  ];
}

function decodeAssistantBlock({ text, toolUse }: JsonObject): AssistantPart {
  if (typeof text === 'string') return { type: 'text', text };
  const [call = {}] = asObjects(toolUse === undefined ? [] : [toolUse]);
  return {
    type: 'tool-call',
    id: getText(call['toolUseId']),
    name: getText(call['name']),
    arguments: JSON.stringify(call['input']),
  };
}

function getText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function asObjects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? (value as JsonObject[]) : [];
}

function encodeResponse({ choices: [choice], usage }: ChatResponse): JsonObject {
  const content = choice?.content ?? [];
  return {
    output: { message: { role: 'assistant', content: content.flatMap(encodeAssistantPart) } },
    stopReason: STOP_REASONS[choice?.finish.kind ?? 'stop'] ?? 'end_turn',
    usage: encodeUsage(usage),
    metrics: { latencyMs: 1 },
  };
}

function encodeAssistantPart(part: AssistantPart): JsonObject[] {
  if (part.type === 'text') return [{ text: part.text }];
  if (part.type !== 'tool-call') return [];
  const input = JSON.parse(part.arguments) as JsonObject;
  return [{ toolUse: { toolUseId: part.id, name: part.name, input } }];
}

function encodeUsage(usage: ChatResponse['usage']): JsonObject {
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
}

function encodePart(part: StreamPart): string {
  const at: JsonObject = 'block' in part ? { contentBlockIndex: part.block } : {};
  switch (part.type) {
    case 'response-start':
      return encodeEvent('messageStart', { role: 'assistant' });
    case 'text-delta':
      return encodeEvent('contentBlockDelta', { ...at, delta: { text: part.text } });
    case 'tool-call-start':
      return encodeEvent('contentBlockStart', {
        ...at,
        start: { toolUse: { toolUseId: part.id, name: part.name } },
      });
    case 'tool-call-delta':
      return encodeEvent('contentBlockDelta', { ...at, delta: { toolUse: { input: part.arguments } } });
    case 'text-end':
    case 'tool-call-end':
      return encodeEvent('contentBlockStop', at);
    case 'finish':
      return encodeEvent('messageStop', { stopReason: STOP_REASONS[part.finish.kind] ?? 'end_turn' });
    case 'usage':
      return encodeEvent('metadata', { usage: encodeUsage(part.usage), metrics: { latencyMs: 1 } });
    default:
      return '';
  }
}

function encodeEvent(event: string, payload: JsonObject): string {
  return encodeSseEvent({ event, data: JSON.stringify(payload) });
}
