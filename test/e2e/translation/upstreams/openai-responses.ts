import { type Fields, fieldsOf, imageOfDataUrl, listOf, stringOf, textOf } from './reading.js';
import { type Seen, UPSTREAM_KEY, type Upstream } from './upstream.js';

export const openAiResponsesUpstream: Upstream = {
  name: 'openai responses',
  model: 'over-responses',
  provesThoughts: true,
  overloadStatus: 503,
  channel: ({ url }) => ({
    name: 'responses',
    provider: 'openai',
    baseUrl: url,
    apiKey: UPSTREAM_KEY,
    formats: ['openai-responses'],
    models: ['over-responses'],
  }),
  read: (request) => seenIn(fieldsOf(request.json())),
};

function seenIn(body: Fields): Seen {
  const items = listOf(body['input']);
  const messages = items.filter(({ role }) => role !== undefined);
  const system = messages.filter(({ role }) => role === 'system' || role === 'developer');
  const spoken = messages.filter((message) => !system.includes(message) && textOf(message['content']));
  const reasoning = items.filter(({ type }) => type === 'reasoning');
  return {
    model: body['model'],
    isStreamed: body['stream'] === true,
    system: [stringOf(body['instructions']), ...system.map(({ content }) => textOf(content))]
      .filter((text) => text !== '')
      .join('\n'),
    turns: spoken.map(({ role, content }) => ({
      from: role === 'user' ? 'user' : 'assistant',
      text: textOf(content),
    })),
    images: messages
      .flatMap(({ content }) => listOf(content))
      .filter(({ type }) => type === 'input_image')
      .map((part) => imageOfDataUrl(part['image_url'])),
    toolNames: listOf(body['tools']).map(({ name }) => name),
    calls: items
      .filter(({ type }) => type === 'function_call')
      .map((item) => ({
        id: stringOf(item['call_id']),
        name: stringOf(item['name']),
        arguments: JSON.parse(stringOf(item['arguments'])),
      })),
    results: items
      .filter(({ type }) => type === 'function_call_output')
      .map((item) => ({ id: item['call_id'], text: textOf(item['output']) })),
    schema: fieldsOf(fieldsOf(body['text'])['format'])['schema'],
    maxTokens: body['max_output_tokens'],
    asksToThink: fieldsOf(body['reasoning'])['effort'] !== undefined,
    reasoning: reasoning.map(({ summary }) => textOf(summary)).join(''),
    proofs: reasoning.map((item) => stringOf(item['encrypted_content'])),
  };
}
