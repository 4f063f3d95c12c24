import { describe, expect, it } from '@jest/globals';
import { readForwardedEmbeddings } from './index.js';

const VECTOR = [0.25, -1, 0, 1e-7, 3];
const BASE64 = Buffer.from(Float32Array.from(VECTOR).buffer).toString('base64');
const USAGE = { prompt_tokens: 3, total_tokens: 3 };

const item = (embedding: unknown): object => ({ object: 'embedding', index: 0, embedding });
const body = (data: unknown): string => JSON.stringify({ object: 'list', data, model: 'm', usage: USAGE });

const read = (text: string, encoding: 'float' | 'base64' = 'float'): unknown =>
  readForwardedEmbeddings(Buffer.from(text), { inputs: ['a', 'b'], encoding });

describe('embeddings that are forwarded without parsing them', () => {
  const found = { usage: expect.objectContaining({ inputTokens: 3, outputTokens: 0 }) };

  it.each([
    ['numbers', body([item(VECTOR), item([1])])],
    ['numbers on lines of their own', JSON.stringify(JSON.parse(body([item(VECTOR), item([1])])), null, 2)],
  ])('have %s', (_, text) => {
    expect(read(text)).toEqual(found);
    expect(read(text, 'base64')).toBeUndefined();
  });

  it('have base64', () => {
    const text = body([item(BASE64), item(BASE64)]);
    expect(read(text, 'base64')).toEqual(found);
    expect(read(text.replaceAll('/', String.raw`\/`), 'base64')).toEqual(found);
    expect(read(text)).toBeUndefined();
  });

  const whole = body([item(VECTOR), item(VECTOR)]);
  it.each([
    ['too few vectors', body([item(VECTOR)])],
    ['too many vectors', body([item(VECTOR), item(VECTOR), item(VECTOR)])],
    ['an empty vector', body([item(VECTOR), item([])])],
    ['a null in a vector', body([item(VECTOR), item([1, null])])],
    ['a text in a vector', body([item(VECTOR), item([1, '2'])])],
    ['a vector in a vector', body([item(VECTOR), item([1, [2]])])],
    ['a number that is too large', whole.replace('0.25', '1e999')],
    ['a number that is no JSON', whole.replace('0.25', '01')],
    ['two encodings', body([item(VECTOR), item(BASE64)])],
    ['half a number in base64', body([item(BASE64), item('AAAAAAA=')])],
    ['an item that is no object', body([item(VECTOR), VECTOR])],
    ['an item without a vector', body([item(VECTOR), {}])],
    ['data that is no array', body({ a: item(VECTOR), b: item(VECTOR) })],
    ['its data twice', `{"data":[],${whole.slice(1)}`],
    ['no usage', whole.replace('"usage"', '"used"')],
    ['an end that is missing', whole.slice(0, -1)],
    ['an end in the middle of a vector', whole.slice(0, 80)],
    ['something after its end', `${whole}{}`],
  ])('are parsed with %s', (_, text) => {
    expect(read(text)).toBeUndefined();
    expect(read(text, 'base64')).toBeUndefined();
  });
});
