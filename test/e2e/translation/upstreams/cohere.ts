import { type Fields, getFields, parseDataUrlImage, toList, getString, toText } from './reading.js';
import { type ObservedRequest, UPSTREAM_KEY, type Upstream } from './upstream.js';

export const cohereUpstream: Upstream = {
  name: 'cohere',
  model: 'over-cohere',
  signsThoughts: false,
  countsThoughts: false,
  saysFiltered: false,
  overloadStatus: 503,
  channel: ({ origin }) => ({
    name: 'cohere',
    provider: 'cohere',
    baseUrl: origin,
    apiKey: UPSTREAM_KEY,
    models: ['over-cohere'],
  }),
  read: (request) => seenIn(getFields(request.json())),
};

function seenIn(body: Fields): ObservedRequest {
  const messages = toList(body['messages']);
  const parts = messages.flatMap(({ content }) => toList(content));
  return {
    model: body['model'],
    isStreamed: body['stream'] === true,
    system: messages
      .filter(({ role }) => role === 'system')
      .map(({ content }) => toText(content))
      .join('\n'),
    turns: messages
      .filter(({ role, content }) => (role === 'user' || role === 'assistant') && toText(content) !== '')
      .map(({ role, content }) => ({
        from: role === 'user' ? ('user' as const) : ('assistant' as const),
        text: toText(content),
      })),
    images: parts
      .filter(({ type }) => type === 'image_url')
      .map((part) => parseDataUrlImage(getFields(part['image_url'])['url'])),
    toolNames: toList(body['tools']).map((tool) => getFields(tool['function'])['name']),
    calls: messages.flatMap((message) => toList(message['tool_calls'])).map(toCall),
    results: messages.filter(({ role }) => role === 'tool').map(toResult),
    schema: getFields(body['response_format'])['json_schema'],
    maxTokens: body['max_tokens'],
    asksToThink: getFields(body['thinking'])['type'] === 'enabled',
    reasoning: [
      ...messages.map((message) => getString(message['tool_plan'])),
      ...parts.map(({ thinking }) => getString(thinking)),
    ].join(''),
    signatures: [],
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

function toResult({ tool_call_id: id, content }: Fields): ObservedRequest['results'][number] {
  const documents = toList(content).map(({ document }) => getFields(getFields(document)['data']));
  return { id, text: documents.flatMap((data) => Object.values(data)).join('\n') };
}
