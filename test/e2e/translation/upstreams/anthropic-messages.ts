import { type Fields, fieldsOf, listOf, stringOf, textOf } from './reading.js';
import { type Seen, UPSTREAM_KEY, type Upstream } from './upstream.js';

export const anthropicMessagesUpstream: Upstream = {
  name: 'anthropic',
  model: 'over-anthropic',
  provesThoughts: true,
  overloadStatus: 529,
  channel: ({ origin }) => ({
    name: 'anthropic',
    provider: 'anthropic',
    baseUrl: origin,
    apiKey: UPSTREAM_KEY,
    models: ['over-anthropic'],
  }),
  read: (request) => seenIn(fieldsOf(request.json())),
};

function seenIn(body: Fields): Seen {
  const messages = listOf(body['messages']);
  const spoken = messages.filter(({ content }) => textOf(content) !== '');
  const blocks = messages.flatMap(({ content }) => listOf(content));
  const thoughts = blocks.filter(({ type }) => type === 'thinking' || type === 'redacted_thinking');
  return {
    model: body['model'],
    isStreamed: body['stream'] === true,
    system: textOf(body['system']),
    turns: spoken.map(({ role, content }) => ({
      from: role === 'user' ? 'user' : 'assistant',
      text: textOf(content),
    })),
    images: blocks
      .filter(({ type }) => type === 'image')
      .map(({ source }) => fieldsOf(source))
      .map((source) => ({ mediaType: stringOf(source['media_type']), base64: stringOf(source['data']) })),
    toolNames: listOf(body['tools']).map(({ name }) => name),
    calls: blocks
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, name, input }) => ({ id: stringOf(id), name: stringOf(name), arguments: input })),
    results: blocks
      .filter(({ type }) => type === 'tool_result')
      .map((block) => ({ id: block['tool_use_id'], text: textOf(block['content']) })),
    schema: fieldsOf(fieldsOf(body['output_config'])['format'])['schema'],
    maxTokens: body['max_tokens'],
    asksToThink: ['enabled', 'adaptive'].includes(stringOf(fieldsOf(body['thinking'])['type'])),
    reasoning: thoughts.map(({ thinking }) => stringOf(thinking)).join(''),
    proofs: thoughts.map(({ signature, data }) => stringOf(signature) || stringOf(data)),
  };
}
