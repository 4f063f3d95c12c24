import { type JsonObject } from '#canonical';
import { type RouteHints, type WireFormatId } from '#wire';

interface StreamedEvent {
  event?: string;
  data: string;
}

interface AskedFor {
  body: JsonObject;
  hints?: RouteHints;
}

const MESSAGES = [{ role: 'user', content: 'Tea?' }];

/** Requests whose responses are streamed. */
export const REQUESTS: Readonly<Record<WireFormatId, AskedFor>> = {
  'openai-chat': { body: { model: 'm', messages: MESSAGES, stream: true } },
  'openai-completions': { body: { model: 'm', prompt: 'Tea?', stream: true } },
  'openai-responses': { body: { model: 'm', input: 'Tea?', stream: true } },
  'anthropic-messages': { body: { model: 'm', messages: MESSAGES, max_tokens: 10, stream: true } },
  'gemini-generate-content': {
    body: { contents: [{ role: 'user', parts: [{ text: 'Tea?' }] }] },
    hints: { model: 'm', isStreamed: true, query: { alt: 'sse' } },
  },
};

/** The events in which a provider streams a response. */
export const EVENTS: Readonly<Record<WireFormatId, (answer: JsonObject) => StreamedEvent[]>> = {
  'openai-chat': streamCompletion,
  'openai-completions': streamCompletion,
  'openai-responses': streamResponse,
  'anthropic-messages': streamMessage,
  'gemini-generate-content': (answer) => [{ data: JSON.stringify(answer) }],
};

function streamCompletion({ usage, choices: _choices, ...head }: JsonObject): StreamedEvent[] {
  const choices = [{ index: 0, delta: { role: 'assistant', content: 'Tea.' }, finish_reason: 'stop' }];
  const chunks = [
    { ...head, object: 'chat.completion.chunk', choices },
    { ...head, object: 'chat.completion.chunk', choices: [], usage },
  ];
  return [...chunks.map((chunk) => ({ data: JSON.stringify(chunk) })), { data: '[DONE]' }];
}

function streamResponse(answer: JsonObject): StreamedEvent[] {
  const { output, usage: _usage, ...head } = answer;
  const items = Array.isArray(output) ? output : [];
  const named = [
    { type: 'response.created', response: { ...head, status: 'in_progress', output: [], usage: null } },
    ...items.map((item, index) => ({ type: 'response.output_item.done', output_index: index, item })),
    { type: 'response.completed', response: answer },
  ];
  return named.map((event) => ({ event: event.type, data: JSON.stringify(event) }));
}

/** The first event has the usage of the prompt, the last one that of the output and of tools. */
function streamMessage(answer: JsonObject): StreamedEvent[] {
  const { usage, content: _content, ...head } = answer;
  const { output_tokens: outputTokens, server_tool_use: tools, ...ofPrompt } = usage as JsonObject;
  const named: (JsonObject & { type: string })[] = [
    { type: 'message_start', message: { ...head, content: [], usage: { ...ofPrompt, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Tea.' } },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: outputTokens ?? 0, server_tool_use: tools ?? null },
    },
    { type: 'message_stop' },
  ];
  return named.map((event) => ({ event: event.type, data: JSON.stringify(event) }));
}
