import { describe, expect, it } from '@jest/globals';
import { FORMAT_IDS } from '#wire';
import * as fc from 'fast-check';
import { type AskedRequest, buildCacheKey } from './cache-key.js';

const ASKED: AskedRequest = {
  owner: 'ann',
  operation: 'openai-chat',
  hints: {},
  headers: {},
  body: Buffer.from('{}'),
  ttlSeconds: 60,
};

function hashKey(change: Partial<AskedRequest>): string | undefined {
  return buildCacheKey({ ...ASKED, ...change })?.key.toString('hex');
}

const body = (text: string, operation = 'openai-chat'): Partial<AskedRequest> => ({
  operation,
  body: Buffer.from(text),
});

describe('the same question', () => {
  it.each([
    ['members in another order', body('{"a":1,"b":{"c":2,"d":3}}'), body('{"b":{"d":3,"c":2},"a":1}')],
    ['spaces', body('{"a":[1,2]}'), body(' {"a" : [1,\n2]}\t')],
    ['another way to write a text', body('{"a":"é/"}'), body('{"a":"\\u00e9\\/"}')],
    ['another way to write a number', body('{"a":1,"b":10}'), body('{"a":1.0,"b":1e1}')],
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
    ['a credential in the address', { hints: { query: { key: 'a' } } }, { hints: { query: { key: 'b' } } }],
    ['headers without effect', { headers: { 'user-agent': 'a' } }, { headers: { 'user-agent': 'b' } }],
    ['another time to live', { ttlSeconds: 1 }, { ttlSeconds: 2 }],
    [
      'hints in another order',
      { hints: { model: 'm', isStreamed: true } },
      { hints: { isStreamed: true, model: 'm' } },
    ],
  ])('has one key in spite of %s', (_name, one, other) => {
    expect(hashKey(one)).toBe(hashKey(other));
  });
});

describe('another question', () => {
  it.each([
    ['owner', { owner: 'ann' }, { owner: 'bob' }],
    ['format', { operation: 'openai-chat' }, { operation: 'openai-completions' }],
    ['model', body('{"model":"a"}'), body('{"model":"b"}')],
    ['model in the path', { hints: { model: 'a' } }, { hints: { model: 'b' } }],
    ['way to deliver', body('{"stream":true}'), body('{"stream":false}')],
    ['way to deliver in the path', { hints: { isStreamed: true } }, { hints: { isStreamed: false } }],
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
    ['header that is sent on', { headers: { 'anthropic-news': 'a' } }, {}],
    [
      'metadata that the answer repeats',
      body('{"metadata":{}}', 'openai-responses'),
      body('{}', 'openai-responses'),
    ],
    ['long number', body('{"seed":12345678901234567890}'), body('{"seed":12345678901234567891}')],
    ['number beyond all', body('{"a":1e999}'), body('{"a":null}')],
    ['broken text', { body: Buffer.from([0x22, 0xff, 0x22]) }, { body: Buffer.from([0x22, 0xfe, 0x22]) }],
    ['member called __proto__', body('{"__proto__":{"a":1}}'), body('{}')],
    ['no object', body('[1]'), body('[2]')],
  ])('has another key: %s', (_name, one, other) => {
    expect(hashKey(one)).not.toBe(hashKey(other));
  });

  it('of any kind', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        const keys = [one, other].map((content) => hashKey(body(JSON.stringify({ content }))));
        expect(keys[0] === keys[1]).toBe(isSame);
      }),
    );
  });

  it('with one item more', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (content) => {
        expect(hashKey(body(JSON.stringify({ content: [content] })))).not.toBe(
          hashKey(body(JSON.stringify({ content: [content, 0] }))),
        );
      }),
    );
  });
});

/** Lists of pairs, in order of their names: something that cannot be confused with anything else. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return ['list', ...value.map(sorted)];
  if (typeof value !== 'object' || value === null) return value;
  const pairs = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const);
  return ['members', ...pairs.toSorted(([a], [b]) => (a < b ? -1 : 1))];
}

it('answers conversations, embeddings, rankings, moderations and speech from the cache, and no images or uploads', () => {
  const operations = Object.values(FORMAT_IDS).flat();
  expect(operations.filter((operation) => hashKey({ operation }) !== undefined)).toEqual([
    'openai-chat',
    'openai-completions',
    'openai-responses',
    'anthropic-messages',
    'gemini-generate-content',
    'openai-embeddings',
    'gemini-embed-content',
    'gemini-batch-embed-contents',
    'openai-speech',
    'jina-rerank',
    'cohere-rerank',
    'openai-moderations',
  ]);
  expect(hashKey({ operation: 'toString' })).toBeUndefined();
});

it('has no key for a request that does not want the cache', () => {
  expect(hashKey({ ttlSeconds: 0 })).toBeUndefined();
});

const deep = (inside: string): Partial<AskedRequest> =>
  body(`{"a":${'['.repeat(50_000)}${inside}${']'.repeat(50_000)}}`);

it('takes a body that is nested beyond measure for its bytes', () => {
  expect(hashKey(deep('1'))).toBe(hashKey(deep('1')));
  expect(hashKey(deep('1'))).not.toBe(hashKey(deep('2')));
});
