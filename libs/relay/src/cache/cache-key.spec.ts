import { describe, expect, it } from '@jest/globals';
import { REQUEST_FORMATS } from '#wire';
import * as fc from 'fast-check';
import { type CacheableRequest, buildCacheKey } from './cache-key.js';

const REQUEST: CacheableRequest = {
  owner: 'ann',
  operation: 'openai-chat',
  hints: {},
  headers: {},
  body: Buffer.from('{}'),
  ttlSeconds: 60,
};

function hashKey(change: Partial<CacheableRequest>): string | undefined {
  return buildCacheKey({ ...REQUEST, ...change })?.key.toString('hex');
}

const body = (text: string, operation = 'openai-chat'): Partial<CacheableRequest> => ({
  operation,
  body: Buffer.from(text),
});

describe('an equivalent request', () => {
  it.each([
    ['members in another order', body('{"a":1,"b":{"c":2,"d":3}}'), body('{"b":{"d":3,"c":2},"a":1}')],
    ['spaces', body('{"a":[1,2]}'), body(' {"a" : [1,\n2]}\t')],
    ['another spelling of a text', body('{"a":"é/"}'), body('{"a":"\\u00e9\\/"}')],
    ['another spelling of a number', body('{"a":1,"b":10}'), body('{"a":1.0,"b":1e1}')],
    ['another user', body('{"user":"a"}'), body('{"user":"b"}')],
    ['metadata', body('{}'), body('{"metadata":{"a":"b"}}')],
    ['a safety identifier', body('{}'), body('{"safety_identifier":"a"}')],
    ['a prompt cache key', body('{}'), body('{"prompt_cache_key":"a","prompt_cache_retention":"24h"}')],
    [
      'another user of Anthropic',
      body('{}', 'anthropic-messages'),
      body('{"metadata":{"user_id":"u"}}', 'anthropic-messages'),
    ],
    [
      'labels',
      body('{}', 'gemini-generate-content'),
      body('{"labels":{"a":"b"}}', 'gemini-generate-content'),
    ],
    ['a credential in the URL', { hints: { query: { key: 'a' } } }, { hints: { query: { key: 'b' } } }],
    ['headers without effect', { headers: { 'user-agent': 'a' } }, { headers: { 'user-agent': 'b' } }],
    ['another time to live', { ttlSeconds: 1 }, { ttlSeconds: 2 }],
    [
      'hints in another order',
      { hints: { model: 'm', isStreamed: true } },
      { hints: { isStreamed: true, model: 'm' } },
    ],
  ])('has the same key despite %s', (_name, one, other) => {
    expect(hashKey(one)).toBe(hashKey(other));
  });
});

describe('a different request', () => {
  it.each([
    ['owner', { owner: 'ann' }, { owner: 'bob' }],
    ['format', { operation: 'openai-chat' }, { operation: 'openai-completions' }],
    ['model', body('{"model":"a"}'), body('{"model":"b"}')],
    ['model in the path', { hints: { model: 'a' } }, { hints: { model: 'b' } }],
    ['streaming', body('{"stream":true}'), body('{"stream":false}')],
    ['streaming in the path', { hints: { isStreamed: true } }, { hints: { isStreamed: false } }],
    ['framing of the stream', { hints: { query: { alt: 'sse' } } }, { hints: { query: {} } }],
    ['usage in the stream', body('{"stream_options":{"include_usage":true}}'), body('{}')],
    ['temperature', body('{"temperature":0}'), body('{"temperature":1}')],
    ['order of a list', body('{"a":[1,2]}'), body('{"a":[2,1]}')],
    ['null', body('{"a":null}'), body('{}')],
    ['type', body('{"a":1}'), body('{"a":"1"}')],
    ['user inside', body('{"a":{"user":"a"}}'), body('{"a":{"user":"b"}}')],
    ['order in a schema', body('{"properties":{"a":{},"b":{}}}'), body('{"properties":{"b":{},"a":{}}}')],
    ['strictness', { headers: { 'x-modelgate-strict': 'true' } }, {}],
    ['version', { headers: { 'anthropic-beta': 'a' } }, { headers: { 'anthropic-beta': 'b' } }],
    ['forwarded header', { headers: { 'anthropic-news': 'a' } }, {}],
    [
      'metadata that the response repeats',
      body('{"metadata":{}}', 'openai-responses'),
      body('{}', 'openai-responses'),
    ],
    ['long number', body('{"seed":12345678901234567890}'), body('{"seed":12345678901234567891}')],
    ['number that is not finite', body('{"a":1e999}'), body('{"a":null}')],
    ['invalid UTF-8', { body: Buffer.from([0x22, 0xff, 0x22]) }, { body: Buffer.from([0x22, 0xfe, 0x22]) }],
    ['member called __proto__', body('{"__proto__":{"a":1}}'), body('{}')],
    ['no object', body('[1]'), body('[2]')],
  ])('has a different key: %s', (_name, one, other) => {
    expect(hashKey(one)).not.toBe(hashKey(other));
  });

  it('has a different key for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        const keys = [one, other].map((content) => hashKey(body(JSON.stringify({ content }))));
        expect(keys[0] === keys[1]).toBe(isSame);
      }),
    );
  });

  it('has a different key with one more item', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (content) => {
        expect(hashKey(body(JSON.stringify({ content: [content] })))).not.toBe(
          hashKey(body(JSON.stringify({ content: [content, 0] }))),
        );
      }),
    );
  });
});

/** Lists of pairs, sorted by name, that cannot be confused with other values. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return ['list', ...value.map(sorted)];
  if (typeof value !== 'object' || value === null) return value;
  const pairs = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const);
  return ['members', ...pairs.toSorted(([a], [b]) => (a < b ? -1 : 1))];
}

it('caches conversations, embeddings, rankings, moderations and speech, but no images or uploads', () => {
  const formats = Object.keys(REQUEST_FORMATS);
  expect(formats.filter((operation) => hashKey({ operation }) !== undefined)).toEqual([
    'openai-chat',
    'openai-responses',
    'openai-completions',
    'anthropic-messages',
    'gemini-generate-content',
    'openai-embeddings',
    'gemini-embed-content',
    'gemini-batch-embed-contents',
    'openai-speech',
    'openai-moderations',
    'cohere-rerank',
    'jina-rerank',
  ]);
  expect(hashKey({ operation: 'toString' })).toBeUndefined();
});

it('has no key for a request without caching', () => {
  expect(hashKey({ ttlSeconds: 0 })).toBeUndefined();
});

const deep = (inside: string): Partial<CacheableRequest> =>
  body(`{"a":${'['.repeat(50_000)}${inside}${']'.repeat(50_000)}}`);

it('compares the bytes of a body that is nested too deeply', () => {
  expect(hashKey(deep('1'))).toBe(hashKey(deep('1')));
  expect(hashKey(deep('1'))).not.toBe(hashKey(deep('2')));
});
