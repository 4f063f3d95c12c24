import { type Fields, getFields, toList, getString, toText } from './reading.js';
import { type ObservedRequest, UPSTREAM_KEY, type Upstream } from './upstream.js';

export const anthropicMessagesUpstream: Upstream = {
  name: 'anthropic',
  model: 'over-anthropic',
  signsThoughts: true,
  overloadStatus: 529,
  channel: ({ origin }) => ({
    name: 'anthropic',
    provider: 'anthropic',
    baseUrl: origin,
    apiKey: UPSTREAM_KEY,
    models: ['over-anthropic'],
  }),
  read: (request) => seenIn(getFields(request.json())),
};

function seenIn(body: Fields): ObservedRequest {
  const messages = toList(body['messages']);
  const spoken = messages.filter(({ content }) => toText(content) !== '');
  const blocks = messages.flatMap(({ content }) => toList(content));
  const thoughts = blocks.filter(({ type }) => type === 'thinking' || type === 'redacted_thinking');
  return {
    model: body['model'],
    isStreamed: body['stream'] === true,
    system: toText(body['system']),
    turns: spoken.map(({ role, content }) => ({
      from: role === 'user' ? 'user' : 'assistant',
      text: toText(content),
    })),
    images: blocks
      .filter(({ type }) => type === 'image')
      .map(({ source }) => getFields(source))
      .map((source) => ({ mediaType: getString(source['media_type']), base64: getString(source['data']) })),
    toolNames: toList(body['tools']).map(({ name }) => name),
    calls: blocks
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, name, input }) => ({ id: getString(id), name: getString(name), arguments: input })),
    results: blocks
      .filter(({ type }) => type === 'tool_result')
      .map((block) => ({ id: block['tool_use_id'], text: toText(block['content']) })),
    schema: getFields(getFields(body['output_config'])['format'])['schema'],
    maxTokens: body['max_tokens'],
    asksToThink: ['enabled', 'adaptive'].includes(getString(getFields(body['thinking'])['type'])),
    reasoning: thoughts.map(({ thinking }) => getString(thinking)).join(''),
    signatures: thoughts.map(({ signature, data }) => getString(signature) || getString(data)),
  };
}
