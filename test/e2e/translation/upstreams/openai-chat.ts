import { type Fields, getFields, parseDataUrlImage, toList, getString, toText } from './reading.js';
import { type ObservedRequest, UPSTREAM_KEY, type Upstream } from './upstream.js';

export const openAiChatUpstream: Upstream = {
  name: 'openai chat',
  model: 'over-chat',
  signsThoughts: false,
  overloadStatus: 503,
  channel: ({ url }) => ({
    name: 'chat',
    provider: 'openai-compatible',
    baseUrl: url,
    apiKey: UPSTREAM_KEY,
    formats: ['openai-chat'],
    models: ['over-chat'],
  }),
  read: (request) => seenIn(getFields(request.json())),
};

function seenIn(body: Fields): ObservedRequest {
  const messages = toList(body['messages']);
  const spoken = messages.filter(
    ({ role, content }) => ['user', 'assistant'].includes(String(role)) && toText(content),
  );
  const system = messages.filter(({ role }) => role === 'system' || role === 'developer');
  const parts = messages.flatMap(({ content }) => toList(content));
  const schema = getFields(getFields(body['response_format'])['json_schema'])['schema'];
  return {
    model: body['model'],
    isStreamed: body['stream'] === true,
    system: system.map(({ content }) => toText(content)).join('\n'),
    turns: spoken.map(({ role, content }) => ({
      from: role === 'user' ? 'user' : 'assistant',
      text: toText(content),
    })),
    images: parts
      .filter(({ type }) => type === 'image_url')
      .map((part) => parseDataUrlImage(getFields(part['image_url'])['url'])),
    toolNames: toList(body['tools']).map((tool) => getFields(tool['function'])['name']),
    calls: messages.flatMap((message) => toList(message['tool_calls'])).map(toCall),
    results: messages
      .filter(({ role }) => role === 'tool')
      .map((message) => ({ id: message['tool_call_id'], text: toText(message['content']) })),
    schema,
    maxTokens: body['max_completion_tokens'] ?? body['max_tokens'],
    asksToThink: body['reasoning_effort'] !== undefined,
    reasoning: messages.map((message) => getString(message['reasoning_content'])).join(''),
    signatures: signaturesIn(messages),
  };
}

function toCall(call: Fields): ObservedRequest['calls'][number] {
  const called = getFields(call['function']);
  return {
    id: getString(call['id']),
    name: getString(called['name']),
    arguments: JSON.parse(getString(called['arguments'])),
  };
}

function signaturesIn(messages: readonly Fields[]): string[] {
  const blocks = messages.flatMap((message) => toList(message['thinking_blocks']));
  const extras = messages
    .flatMap((message) => toList(message['tool_calls']))
    .filter((call) => call['extra_content'] !== undefined);
  return [...blocks, ...extras.map((call) => call['extra_content'])].map((signature) =>
    JSON.stringify(signature),
  );
}
