/** Requests to the sandbox models, which are free and allowed for every token. */
import { MEGABYTE, chat, json, zipped } from './hostile-request.mjs';

/** Different words, so that caches have no effect. */
const words = (length) => {
  let text = '';
  for (let index = 0; text.length < length; index += 1) text += `word${index} `;
  return text.slice(0, length);
};
const list = (count, item) => Array.from({ length: count }, (_, index) => item(index));
const written = (body) => () => JSON.stringify(body());

const CHAT = '/v1/chat/completions';

/** Each is as large as its model allows, or much larger. */
export function sandboxWork() {
  return [
    ...[0.9, 6].map((megabytes) => embeddings(megabytes)),
    ...[0.9, 6].flatMap((megabytes) => rerank(megabytes)),
    ...[0.9, 6].map((megabytes) => moderation(megabytes)),
    ...conversations(),
  ].map((request) => zipped({ ...request, name: `the sandbox: ${request.name}` }));
}

function embeddings(megabytes) {
  const length = megabytes * MEGABYTE;
  return json(
    `${megabytes} MB to embed`,
    '/v1/embeddings',
    written(() => ({ model: 'sandbox-embedding', input: words(length) })),
  );
}

function rerank(megabytes) {
  const documents = (count) => list(count, () => words((megabytes * MEGABYTE) / count));
  return [
    json(
      `${megabytes} MB to rank`,
      '/v1/rerank',
      written(() => ({ model: 'sandbox-rerank', query: 'word1 word2', documents: documents(3) })),
    ),
    json(
      `${megabytes} MB in 1,000 documents to rank by many words`,
      '/v1/rerank',
      written(() => ({ model: 'sandbox-rerank', query: words(9_000), documents: documents(1_000) })),
    ),
  ];
}

function moderation(megabytes) {
  return json(
    `${megabytes} MB to moderate`,
    '/v1/moderations',
    written(() => ({ model: 'sandbox-moderation', input: words(megabytes * MEGABYTE) })),
  );
}

const schema = () => ({
  type: 'object',
  required: list(20_000, (index) => `p${index}`),
  properties: Object.fromEntries(list(20_000, (index) => [`p${index}`, { type: 'string' }])),
});
const format = (made) => ({ type: 'json_schema', json_schema: { name: 's', schema: made } });
const turn = (index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content: `turn ${index}` });
const result = (index) => ({ role: 'tool', tool_call_id: `call_${index}`, content: words(300) });

function conversations() {
  return [
    json(
      'a message of 6 MB',
      CHAT,
      written(() => chat('sandbox-chat', words(6 * MEGABYTE))),
    ),
    json(
      '2 MB of directives',
      CHAT,
      written(() => chat('sandbox-chat', '[[tool=a {"a":1}]] '.repeat(100_000))),
    ),
    json(
      '20,001 turns',
      CHAT,
      written(() => ({ model: 'sandbox-chat', messages: list(20_001, turn) })),
    ),
    json(
      '10,000 tool results',
      CHAT,
      written(() => ({
        model: 'sandbox-chat',
        messages: [{ role: 'user', content: 'x' }, ...list(10_000, result)],
      })),
    ),
    json(
      'a schema of 20,000 properties',
      CHAT,
      written(() => ({
        ...chat('sandbox-chat', 'x'),
        response_format: format(schema()),
      })),
    ),
    ...[true, false].map((stream) =>
      json(
        `2,000 words, 8 times, ${stream ? 'streamed' : 'whole'}`,
        CHAT,
        written(() => ({
          ...chat('sandbox-chat', '[[words=2000]]'),
          n: 8,
          stream,
        })),
      ),
    ),
  ];
}
