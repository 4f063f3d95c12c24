import { promptFor } from './stream-plan.mjs';

/** Words with about one token each. */
const WORDS = ['The ', 'brown ', 'fox ', 'jump', 's ', 'over ', 'a ', 'lazy ', 'dog', '. '];

const data = (value) => `data: ${JSON.stringify(value)}\n\n`;
const named = (value) => `event: ${value.type}\n${data(value)}`;
const wordAt = (index) => WORDS[index % WORDS.length];

/** The requests and stream events of the two formats. */
export const FORMATS = {
  openai: {
    path: '/v1/chat/completions',
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    request: (plan) => ({
      model: plan.model,
      stream: true,
      max_tokens: 100,
      messages: [{ role: 'user', content: promptFor(plan) }],
      ...(plan.asksForUsage ? { stream_options: { include_usage: true } } : {}),
    }),
    opening: ({ model }) => [data(chunk(model, { role: 'assistant', content: '' }))],
    token: ({ model }, index) => data(chunk(model, { content: wordAt(index) })),
    ending: ({ model }) => [data(chunk(model, {}, 'stop'))],
    usage: (plan) => data({ ...chunk(plan.model), choices: [], usage: openAiUsage(plan) }),
    last: () => 'data: [DONE]\n\n',
    isToken: /"content":"[^"]/g,
    isUsage: /"completion_tokens":/,
    isLast: /^data: \[DONE\]/m,
  },
  anthropic: {
    path: '/v1/messages',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    request: (plan) => ({
      model: plan.model,
      stream: true,
      max_tokens: 100,
      messages: [{ role: 'user', content: promptFor(plan) }],
    }),
    opening: (plan) => [
      named({ type: 'message_start', message: message(plan) }),
      named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    ],
    token: (_script, index) =>
      named({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text: wordAt(index) },
      }),
    ending: () => [named({ type: 'content_block_stop', index: 0 })],
    usage: ({ tokens }) =>
      named({
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: tokens },
      }),
    last: () => named({ type: 'message_stop' }),
    isToken: /"text_delta"/g,
    isUsage: /"type":"message_delta"/,
    isLast: /"type":"message_stop"/,
  },
};

function chunk(model, delta, finishReason = null) {
  return {
    id: 'chatcmpl-chaos',
    object: 'chat.completion.chunk',
    created: 1,
    model,
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  };
}

function openAiUsage({ inputTokens, tokens }) {
  return { prompt_tokens: inputTokens, completion_tokens: tokens, total_tokens: inputTokens + tokens };
}

function message({ model, inputTokens }) {
  return {
    id: 'msg_chaos',
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: inputTokens, output_tokens: 1 },
  };
}
