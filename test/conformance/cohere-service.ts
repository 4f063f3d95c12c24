import {
  type AssistantPart,
  type ChatRequest,
  type ChatResponse,
  type FinishKind,
  type JsonObject,
  type JsonValue,
  type Message,
  type StreamPart,
} from '#canonical';
import { encodeSseEvent } from '#sse';
import { UPSTREAM_FORMATS } from '#wire';
import { type SpokenFormat } from './spoken-format.js';

const FINISH_REASONS: Partial<Record<FinishKind, string>> = {
  stop: 'COMPLETE',
  length: 'MAX_TOKENS',
  'tool-calls': 'TOOL_CALL',
};

/** The service behind `cohere-chat`, as far as conversations of text and calls need one. */
export const cohereService: SpokenFormat = {
  egress: UPSTREAM_FORMATS['cohere-chat'].egress,
  ingress: {
    decodeRequest: (body) => ({ value: decodeRequest(body), warnings: [] }),
    encodeResponse,
    createStreamEncoder: () => new StreamEncoder(),
  },
};

function decodeRequest({ messages }: JsonObject): ChatRequest {
  return { model: 'm', isStreamed: false, messages: asObjects(messages).map(decodeMessage) };
}

function decodeMessage({ role, content, tool_calls: calls, tool_call_id: callId }: JsonObject): Message {
  const texts = readTexts(content).map((text) => ({ type: 'text' as const, text }));
  if (role === 'tool')
    return { role, results: [{ callId: getText(callId), content: texts, isError: false }] };
  if (role !== 'assistant') return { role: role === 'system' ? role : 'user', content: texts };
  return { role, content: [...texts, ...asObjects(calls).map(decodeCall)] };
}

function readTexts(content: JsonValue | undefined): string[] {
  if (typeof content === 'string') return [content];
  return asObjects(content).flatMap(({ text, document }) =>
    typeof text === 'string' ? [text] : Object.values(asObject(asObject(document)['data'])).map(getText),
  );
}

function decodeCall(call: JsonObject): AssistantPart {
  const { name, arguments: json } = asObject(call['function']);
  return { type: 'tool-call', id: getText(call['id']), name: getText(name), arguments: getText(json) };
}

function getText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function asObject(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function asObjects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

function encodeResponse({ id, choices: [choice], usage }: ChatResponse): JsonObject {
  const content = choice?.content ?? [];
  return {
    id,
    message: {
      role: 'assistant',
      content: content.flatMap((part) => (part.type === 'text' ? [{ type: 'text', text: part.text }] : [])),
      tool_calls: content.flatMap((part) =>
        part.type === 'tool-call' ? [encodeCall(part.id, part.name, part.arguments)] : [],
      ),
    },
    finish_reason: FINISH_REASONS[choice?.finish.kind ?? 'stop'] ?? 'COMPLETE',
    usage: encodeUsage(usage),
  };
}

function encodeCall(id: string, name: string, json: string): JsonObject {
  return { id, type: 'function', function: { name, arguments: json } };
}

function encodeUsage(usage: ChatResponse['usage']): JsonObject {
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  return { tokens: { input_tokens: inputTokens, output_tokens: outputTokens } };
}

/** The last event has the usage, which follows the finish reason here. */
class StreamEncoder {
  private finish = '';
  private usage: ChatResponse['usage'];

  push(part: StreamPart): string {
    switch (part.type) {
      case 'response-start':
        return encodeEvent({ type: 'message-start', id: part.id, delta: { message: { role: 'assistant' } } });
      case 'text-start':
        return inMessage('content-start', part.block, { content: { type: 'text', text: '' } });
      case 'text-delta':
        return inMessage('content-delta', part.block, { content: { text: part.text } });
      case 'text-end':
        return encodeEvent({ type: 'content-end', index: part.block });
      case 'tool-call-start':
        return inMessage('tool-call-start', part.block, { tool_calls: encodeCall(part.id, part.name, '') });
      case 'tool-call-delta':
        return inMessage('tool-call-delta', part.block, {
          tool_calls: { function: { arguments: part.arguments } },
        });
      case 'tool-call-end':
        return encodeEvent({ type: 'tool-call-end', index: part.block });
      case 'finish':
        this.finish = FINISH_REASONS[part.finish.kind] ?? 'COMPLETE';
        return '';
      case 'usage':
        this.usage = part.usage;
        return '';
      default:
        return '';
    }
  }

  end(): string {
    const delta = { finish_reason: this.finish, usage: encodeUsage(this.usage) };
    return encodeEvent({ type: 'message-end', delta });
  }
}

function inMessage(type: string, index: number, message: JsonObject): string {
  return encodeEvent({ type, index, delta: { message } });
}

function encodeEvent(event: JsonObject): string {
  return encodeSseEvent({ event: getText(event['type']), data: JSON.stringify(event) });
}
