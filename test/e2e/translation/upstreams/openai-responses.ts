import { type Fields, getFields, parseDataUrlImage, toList, getString, toText } from './reading.js';
import { type ObservedRequest, UPSTREAM_KEY, type Upstream } from './upstream.js';

export const openAiResponsesUpstream: Upstream = {
  name: 'openai responses',
  model: 'over-responses',
  signsThoughts: true,
  overloadStatus: 503,
  channel: ({ url }) => ({
    name: 'responses',
    provider: 'openai',
    baseUrl: url,
    apiKey: UPSTREAM_KEY,
    formats: ['openai-responses'],
    models: ['over-responses'],
  }),
  read: (request) => seenIn(getFields(request.json())),
};

function seenIn(body: Fields): ObservedRequest {
  const items = toList(body['input']);
  const messages = items.filter(({ role }) => role !== undefined);
  const system = messages.filter(({ role }) => role === 'system' || role === 'developer');
  const spoken = messages.filter((message) => !system.includes(message) && toText(message['content']));
  const reasoning = items.filter(({ type }) => type === 'reasoning');
  return {
    model: body['model'],
    isStreamed: body['stream'] === true,
    system: [getString(body['instructions']), ...system.map(({ content }) => toText(content))]
      .filter((text) => text !== '')
      .join('\n'),
    turns: spoken.map(({ role, content }) => ({
      from: role === 'user' ? 'user' : 'assistant',
      text: toText(content),
    })),
    images: messages
      .flatMap(({ content }) => toList(content))
      .filter(({ type }) => type === 'input_image')
      .map((part) => parseDataUrlImage(part['image_url'])),
    toolNames: toList(body['tools']).map(({ name }) => name),
    calls: items
      .filter(({ type }) => type === 'function_call')
      .map((item) => ({
        id: getString(item['call_id']),
        name: getString(item['name']),
        arguments: JSON.parse(getString(item['arguments'])),
      })),
    results: items
      .filter(({ type }) => type === 'function_call_output')
      .map((item) => ({ id: item['call_id'], text: toText(item['output']) })),
    schema: getFields(getFields(body['text'])['format'])['schema'],
    maxTokens: body['max_output_tokens'],
    asksToThink: getFields(body['reasoning'])['effort'] !== undefined,
    reasoning: reasoning.map(({ summary }) => toText(summary)).join(''),
    signatures: reasoning.map((item) => getString(item['encrypted_content'])),
  };
}
