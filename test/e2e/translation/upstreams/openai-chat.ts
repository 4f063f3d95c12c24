import { type Fields, fieldsOf, imageOfDataUrl, listOf, stringOf, textOf } from './reading.js';
import { type Seen, UPSTREAM_KEY, type Upstream } from './upstream.js';

export const openAiChatUpstream: Upstream = {
  name: 'openai chat',
  model: 'over-chat',
  provesThoughts: false,
  overloadStatus: 503,
  channel: ({ url }) => ({
    name: 'chat',
    provider: 'openai-compatible',
    baseUrl: url,
    apiKey: UPSTREAM_KEY,
    formats: ['openai-chat'],
    models: ['over-chat'],
  }),
  read: (request) => seenIn(fieldsOf(request.json())),
};

function seenIn(body: Fields): Seen {
  const messages = listOf(body['messages']);
  const spoken = messages.filter(
    ({ role, content }) => ['user', 'assistant'].includes(String(role)) && textOf(content),
  );
  const system = messages.filter(({ role }) => role === 'system' || role === 'developer');
  const parts = messages.flatMap(({ content }) => listOf(content));
  const schema = fieldsOf(fieldsOf(body['response_format'])['json_schema'])['schema'];
  return {
    model: body['model'],
    isStreamed: body['stream'] === true,
    system: system.map(({ content }) => textOf(content)).join('\n'),
    turns: spoken.map(({ role, content }) => ({
      from: role === 'user' ? 'user' : 'assistant',
      text: textOf(content),
    })),
    images: parts
      .filter(({ type }) => type === 'image_url')
      .map((part) => imageOfDataUrl(fieldsOf(part['image_url'])['url'])),
    toolNames: listOf(body['tools']).map((tool) => fieldsOf(tool['function'])['name']),
    calls: messages.flatMap((message) => listOf(message['tool_calls'])).map(callOf),
    results: messages
      .filter(({ role }) => role === 'tool')
      .map((message) => ({ id: message['tool_call_id'], text: textOf(message['content']) })),
    schema,
    maxTokens: body['max_completion_tokens'] ?? body['max_tokens'],
    asksToThink: body['reasoning_effort'] !== undefined,
    reasoning: messages.map((message) => stringOf(message['reasoning_content'])).join(''),
    proofs: proofsIn(messages),
  };
}

function callOf(call: Fields): Seen['calls'][number] {
  const called = fieldsOf(call['function']);
  return {
    id: stringOf(call['id']),
    name: stringOf(called['name']),
    arguments: JSON.parse(stringOf(called['arguments'])),
  };
}

function proofsIn(messages: readonly Fields[]): string[] {
  const blocks = messages.flatMap((message) => listOf(message['thinking_blocks']));
  const extras = messages
    .flatMap((message) => listOf(message['tool_calls']))
    .filter((call) => call['extra_content'] !== undefined);
  return [...blocks, ...extras.map((call) => call['extra_content'])].map((proof) => JSON.stringify(proof));
}
