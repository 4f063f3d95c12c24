/** Bodies and events with very many small values, or much longer than real ones. */
import { MEGABYTE, chat, inEverySample, json, zipped } from './hostile-request.mjs';

export const filled = (item, count) => `[${`${item},`.repeat(count)}${item}]`;

/** Bodies with very many small values. */
export function numbers() {
  const places = [
    {
      name: 'chat messages',
      path: '/v1/chat/completions',
      wrap: (list) => `{"model":"chat","messages":${list}}`,
    },
    {
      name: 'translated messages',
      path: '/v1/chat/completions',
      wrap: (list) => `{"model":"claude","messages":${list}}`,
    },
    {
      name: 'messages',
      path: '/v1/messages',
      wrap: (list) => `{"model":"claude","max_tokens":9,"messages":${list}}`,
    },
    { name: 'responses input', path: '/v1/responses', wrap: (list) => `{"model":"gpt","input":${list}}` },
    {
      name: 'contents',
      path: '/v1beta/models/gemini:generateContent',
      wrap: (list) => `{"contents":${list}}`,
    },
    {
      name: 'count tokens',
      path: '/v1/messages/count_tokens',
      wrap: (list) => `{"model":"claude","messages":${list}}`,
    },
    {
      name: 'count tokens of contents',
      path: '/v1beta/models/gemini:countTokens',
      wrap: (list) => `{"contents":${list}}`,
    },
    {
      name: 'embeddings input',
      path: '/v1/embeddings',
      wrap: (list) => `{"model":"embedding","input":${list}}`,
    },
    {
      name: 'rerank documents',
      path: '/v1/rerank',
      wrap: (list) => `{"model":"jina","query":"q","documents":${list}}`,
    },
    {
      name: 'moderation input',
      path: '/v1/moderations',
      wrap: (list) => `{"model":"moderation","input":${list}}`,
    },
    {
      name: 'images to edit',
      path: '/v1/images/edits',
      wrap: (list) => `{"model":"image","prompt":"p","images":${list}}`,
    },
    {
      name: 'texts to embed',
      path: '/v1beta/models/gemini-embedding:batchEmbedContents',
      wrap: (list) => `{"requests":${list}}`,
    },
    {
      name: 'images of a video',
      path: '/v1/videos',
      wrap: (list) => `{"model":"video","prompt":"p","images":${list}}`,
    },
    {
      name: 'tools of a session',
      path: '/v1/realtime/client_secrets',
      wrap: (list) => `{"session":{"type":"realtime","model":"sandbox-realtime","tools":${list}}}`,
    },
    {
      name: 'an unknown field',
      path: '/v1/images/generations',
      wrap: (list) => `{"model":"image","prompt":"p","x":${list}}`,
    },
  ];
  return places.flatMap(({ name, path, wrap }) => [
    zipped(json(`31 MB of 0 in ${name}`, path, () => wrap(filled('0', 15_500_000)))),
    zipped(json(`12 MB of {} in ${name}`, path, () => wrap(filled('{}', 4_000_000)))),
    // The maximum number of a body.
    ...['0', '{}', '"a"'].map((value) =>
      zipped(json(`490,000 of ${value} in ${name}`, path, () => wrap(filled(value, 490_000)))),
    ),
    zipped(json(`depth in ${name}`, path, () => wrap('['.repeat(5 * MEGABYTE)))),
  ]);
}

const parts = (count) =>
  Array.from({ length: count }, (_, index) => ({ type: 'text', text: `part ${index}` }));
const turns = (count, turn) => Array.from({ length: count }, (_, index) => turn(index % 2 === 0, index));
const said = (isUser, index) => ({ role: isUser ? 'user' : 'assistant', content: `turn ${index}` });
const input = (isUser, index) => ({ type: 'message', ...said(isUser, index) });
const contents = (isUser, index) => ({
  role: isUser ? 'user' : 'model',
  parts: [{ text: `turn ${index}` }],
});

/** Valid requests that are much longer than real ones. */
export function conversations() {
  const chatPath = '/v1/chat/completions';
  return [
    json('20,001 turns, translated', chatPath, () =>
      written({ model: 'claude', messages: turns(20_001, said) }),
    ),
    json('20,001 turns, passed on', chatPath, () =>
      written({ model: 'chat', messages: turns(20_001, said) }),
    ),
    json('30,000 parts, translated', chatPath, () => written(chat('gemini', parts(30_000)))),
    json('20,001 turns of messages, translated', '/v1/messages', () =>
      written({ model: 'gpt', max_tokens: 9, messages: turns(20_001, said) }),
    ),
    json('20,001 turns of a response', '/v1/responses', () =>
      written({ model: 'claude', input: turns(20_001, input) }),
    ),
    json('20,001 turns to count', '/v1/messages/count_tokens', () =>
      written({ model: 'claude', messages: turns(20_001, said) }),
    ),
    json('12,001 contents to count', '/v1beta/models/gemini:countTokens', () =>
      written({ contents: turns(12_001, contents) }),
    ),
    json('12,001 contents, translated', '/v1beta/models/gpt:generateContent', () =>
      written({ contents: turns(12_001, contents) }),
    ),
  ];
}

const written = (body) => JSON.stringify(body);

export const RESPONSES = '/v1/responses';
const itemId = (index) => `msg_${String(index).padStart(40, '0')}o0`;
const stored = (body) => json('', RESPONSES, () => written({ model: 'gpt', ...body }));

/** Requests for stored data: many items, a response with many items, a conversation with many turns. */
export function storedConversations() {
  return [
    inEverySample(
      json('8 MB of item references', RESPONSES, () =>
        written({
          model: 'gpt',
          input: Array.from({ length: 100_000 }, (_, index) => ({
            type: 'item_reference',
            id: itemId(index),
          })),
        }),
      ),
    ),
    inEverySample(
      json('100 item references', RESPONSES, () =>
        written({
          model: 'gpt',
          input: Array.from({ length: 100 }, (_, index) => ({ type: 'item_reference', id: itemId(index) })),
        }),
      ),
    ),
    inEverySample({
      ...json('four at once that go on with 40 turns of 500 KB', RESPONSES, () => ''),
      times: 4,
      prepare: (ask) => chain(ask, 40, largeTurn),
    }),
    {
      ...json('one that goes on with 30 turns of 20,000 items', RESPONSES, () => ''),
      prepare: (ask) => chain(ask, 30, () => turns(20_000, input)),
    },
    inEverySample({
      ...json('reading a response of 90,000 items', RESPONSES, () => ''),
      method: 'GET',
      times: 10,
      prepare: async (ask) => {
        const id = await create(ask, { input: manyItems() });
        return { path: `${RESPONSES}/${id}/input_items`, body: undefined };
      },
    }),
  ];
}

export const largeTurn = (turn) => [{ role: 'user', content: `${turn}${'x'.repeat(500_000)}` }];
export const manyItems = () => turns(90_000, input);

/** A stored conversation, and the request that continues it. */
export async function chain(ask, length, inputOf, body = {}) {
  let previous;
  for (let turn = 0; turn < length; turn += 1) {
    const id = await create(ask, { input: inputOf(turn), previous_response_id: previous });
    // The maximum length of a conversation.
    if (id === undefined) break;
    previous = id;
  }
  return { body: stored({ input: 'On.', ...body, previous_response_id: previous }).body() };
}

export async function create(ask, body) {
  const { status, text, error } = await ask(stored({ ...body, max_output_tokens: 9 }));
  if (status === 413 || status === 400) return undefined;
  if (status !== 200) throw new Error(`a response was not made: ${error ?? `${status} ${text}`}`);
  return /"id":\s*"(resp_[^"]+)"/.exec(text)?.[1];
}
