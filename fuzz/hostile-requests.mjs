/**
 * Requests that keep a gateway busy: small to send, and each a worst case for a part of the code that reads it. Bodies
 * are functions, so that only one of them is in memory at a time.
 */
import { configs } from './hostile-configs.mjs';
import { backgroundResponses } from './hostile-background.mjs';
import { conversations, numbers, storedConversations } from './hostile-lists.mjs';
import { MEGABYTE, chat, inEverySample, json, zipped } from './hostile-request.mjs';
import { sandboxWork } from './hostile-sandbox.mjs';
import { sessions } from './hostile-sockets.mjs';
import { UNITS } from './hostile-values.mjs';

const PNG = 'data:image/png;base64,';

export function hostileRequests(link) {
  return [
    ...dataUrls(),
    ...numbers(),
    ...conversations(),
    ...storedConversations(),
    ...backgroundResponses(),
    ...configs(),
    ...paths(),
    ...texts(),
    ...links(link),
    ...schemas(),
    ...vectors(),
    ...forms(),
    ...sessions(),
    ...sandboxWork(),
  ];
}

const image = (model, url) => chat(model, [{ type: 'image_url', image_url: { url } }]);

function dataUrls() {
  const tails = [
    ['many =', `${PNG}${'='.repeat(3 * MEGABYTE)}x`],
    ['many = at the end', `${PNG}AAAA${'='.repeat(3 * MEGABYTE)}`],
    ['many parameters', `data:image/png${';a'.repeat(MEGABYTE)}`],
    ['many spaces', `${PNG}${' '.repeat(2 * MEGABYTE)}x`],
    ['many dashes', `${PNG}${'-_ '.repeat(MEGABYTE)}`],
    ['percent signs', `data:text/plain,${'%'.repeat(MEGABYTE)}`],
  ];
  return tails.flatMap(([name, url]) => [
    ...['claude', 'gemini'].map((model) =>
      zipped(json(`a data URL with ${name} → ${model}`, '/v1/chat/completions', image(model, url))),
    ),
    zipped(
      json(`a data URL with ${name}, in responses`, '/v1/responses', {
        model: 'claude',
        input: [{ role: 'user', content: [{ type: 'input_image', image_url: url }] }],
      }),
    ),
  ]);
}

const long = (unit) => unit.repeat(Math.floor(14_000 / unit.length));

function paths() {
  return ['/models/a', '/', 'a', '%2e%2e/', '/v1', ':', 'models:', '%', '/v1/models/a:'].map((unit) => ({
    name: `a URL of ${unit}, without a token`,
    method: 'GET',
    path: `/x${long(unit)}`,
    headers: { authorization: 'none' },
    times: 30,
  }));
}

/** Long texts of one unit, in every member whose text is read. */
function texts() {
  const places = [
    {
      name: 'count tokens',
      path: '/v1/messages/count_tokens',
      wrap: (text) => ({ ...chat('claude', text), max_tokens: 9 }),
    },
    {
      name: 'the sandbox chat',
      path: '/v1/chat/completions',
      wrap: (text) => ({ ...chat('sandbox-chat', text), stream: true }),
    },
    { name: 'speech instructions', path: '/v1/audio/speech', wrap: (text) => speech('gemini', 'Hi.', text) },
    {
      name: 'sandbox speech',
      path: '/v1/audio/speech',
      wrap: (text) => speech('sandbox-speech', text.slice(0, 4_096), 'x'),
    },
    {
      name: 'a sandbox image',
      path: '/v1/images/generations',
      wrap: (text) => ({ model: 'sandbox-image', prompt: text.slice(0, 30_000), size: '256x256' }),
    },
    {
      name: 'sandbox embeddings',
      path: '/v1/embeddings',
      wrap: (text) => ({ model: 'sandbox-embedding', input: text }),
    },
    {
      name: 'sandbox moderation',
      path: '/v1/moderations',
      wrap: (text) => ({ model: 'sandbox-moderation', input: text }),
    },
    {
      name: 'sandbox rerank',
      path: '/v1/rerank',
      wrap: (text) => ({ model: 'sandbox-rerank', query: text, documents: [text, 'b'] }),
    },
    {
      name: 'an upstream error',
      path: '/v1/chat/completions',
      wrap: (text) => chat('gpt', `[[fail]]${text}`),
    },
  ];
  return UNITS.flatMap((unit, index) => {
    const text = unit.repeat(Math.floor(100_000 / unit.length));
    // Each unit in two members, so that all units together cover each member many times.
    return [0, 1].map((turn) => {
      const { name, path, wrap } = places[(2 * index + turn) % places.length];
      return json(`100 KB of ${JSON.stringify(unit)} for ${name}`, path, () => JSON.stringify(wrap(text)));
    });
  }).concat(
    ['a', ' ', '.', 'a-', '😀', '0,'].flatMap((unit) =>
      places.map(({ name, path, wrap }) =>
        json(`100 KB of ${JSON.stringify(unit)} for ${name}, too`, path, () =>
          JSON.stringify(wrap(unit.repeat(Math.floor(100_000 / unit.length)))),
        ),
      ),
    ),
  );
}

const speech = (model, input, instructions) => ({
  model,
  input,
  voice: 'alloy',
  instructions,
  response_format: 'wav',
});

const many = (count, url) =>
  chat(
    'gemini',
    Array.from({ length: count }, () => ({ type: 'image_url', image_url: { url } })),
  );

function links(link) {
  return [
    json(
      '60 links to a large file',
      '/v1/chat/completions',
      many(60, link.replace('image.png', 'large.png')),
    ),
    json('60 links to different large files', '/v1/chat/completions', () =>
      JSON.stringify(
        chat(
          'gemini',
          Array.from({ length: 60 }, (_, index) => ({
            type: 'image_url',
            image_url: { url: link.replace('image.png', `${index}/large.png`) },
          })),
        ),
      ),
    ),
    json('2,000 links', '/v1/chat/completions', many(2_000, link)),
    inEverySample({
      ...json('60 links that drip', '/v1/chat/completions', () =>
        JSON.stringify(
          chat(
            'gemini',
            Array.from({ length: 60 }, (_, index) => ({
              type: 'image_url',
              image_url: { url: link.replace('image.png', `drip/${index}.png`) },
            })),
          ),
        ),
      ),
      times: 4,
    }),
    json('a link that leads nowhere', '/v1/chat/completions', many(1, link.replace('image.png', 'nowhere'))),
    json('a link that breaks off', '/v1/chat/completions', many(1, link.replace('image.png', 'broken'))),
  ];
}

const withSchema = (schema) => ({
  ...chat('sandbox-chat', 'x'),
  response_format: { type: 'json_schema', json_schema: { name: 's', schema } },
});

function schemas() {
  const endless = { type: 'array', minItems: 100, items: { $ref: '#' } };
  return [
    json('a schema of endless lists', '/v1/chat/completions', withSchema(endless)),
    json('a schema of long strings', '/v1/chat/completions', withSchema({ type: 'string', minLength: 1e9 })),
    json('many tools', '/v1/chat/completions', {
      ...chat('claude', 'x'),
      tools: Array.from({ length: 5_000 }, (_, index) => ({
        type: 'function',
        function: { name: `tool_${index}`, parameters: { type: 'object', properties: {} } },
      })),
    }),
  ];
}

/** Small requests with large responses. */
function vectors() {
  const input = Array.from({ length: 2_048 }, (_, index) => `${index}`);
  const contents = input.map((text) => ({ model: 'models/x', content: { parts: [{ text }] } }));
  return [
    json('many vectors', '/v1/embeddings', { model: 'sandbox-embedding', input }),
    json('many vectors in base64', '/v1/embeddings', {
      model: 'sandbox-embedding',
      input,
      encoding_format: 'base64',
    }),
    json('many long vectors', '/v1/embeddings', { model: 'sandbox-embedding', input, dimensions: 4_096 }),
    json('many vectors of long texts', '/v1/embeddings', {
      model: 'sandbox-embedding',
      input: input.map((text) => `${text} ${'some words of a text that is not short '.repeat(10)}`),
    }),
    json('a batch of many vectors', '/v1beta/models/sandbox-embedding:batchEmbedContents', {
      requests: contents,
    }),
  ];
}

const form = (name, parts) => ({
  name,
  method: 'POST',
  path: '/v1/audio/transcriptions',
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  body: () => Buffer.from(`${parts()}--b--\r\n`),
});

const field = (name, value) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

function forms() {
  return [
    form('a form of many fields', () => field('a', 'x').repeat(100_000)),
    form('a form of one long field', () => field('prompt', 'a'.repeat(20 * MEGABYTE))),
    form('a form of one long name', () => field('a'.repeat(5 * MEGABYTE), 'x')),
    form('a form of dashes', () => '\r\n--'.repeat(2 * MEGABYTE)),
  ];
}
