import { describe, expect, it } from '@jest/globals';
import { JsonRequest } from './json-request.js';

const read = (body: string): Promise<JsonRequest> => JsonRequest.read(Buffer.from(body));

describe('a forwarded JSON request', () => {
  it.each([
    ['{ "model" : "a" ,\n"x":1.0 }', { model: 'b"c' }, '{ "model" : "b\\"c" ,\n"x":1.0 }'],
    ['{"x":1,"model":"a"}', { model: 'a' }, '{"x":1,"model":"a"}'],
    ['{"x":1}', { model: 'a' }, '{"model":"a","x":1}'],
    [' {}', { model: 'a' }, ' {"model":"a"}'],
    ['{ "y":{"y":[1,2]}, "x":"," }', { y: undefined }, '{ "x":"," }'],
    ['{"x":"}," , "y" : 2 , "z":3}', { y: undefined }, '{"x":"}," , "z":3}'],
    ['{"x":1,"y":2}', { y: undefined }, '{"x":1}'],
    ['{ "y":2 }', { y: undefined }, '{ }'],
    ['{"x":1}', { y: undefined }, '{"x":1}'],
    ['{"y":null,"model":"a"}', { model: 'b', y: undefined }, '{"model":"b"}'],
    ['{"model":"a","y":null}', { model: 'b', y: undefined }, '{"model":"b"}'],
    ['{"y":null}', { y: 'z' }, '{"y":"z"}'],
  ])('%s with %j is %s', async (body, changes, expected) => {
    expect((await read(body)).edit(changes).toString()).toBe(expected);
    expect(() => JSON.parse(expected) as unknown).not.toThrow();
  });

  it.each([
    ['{"model":"a"}', '{"model":"b"}'],
    ['{"x":1}', '{"x":1}'],
  ])('only has its model replaced if it has one: %s', async (body, expected) => {
    expect((await read(body)).retarget('b').toString()).toBe(expected);
  });

  it('is parsed the same if it is large', async () => {
    const json = {
      model: 'a',
      input: Array.from({ length: 40_000 }, (_, index) => [index, `text ${index}`]),
    };
    expect((await read(JSON.stringify(json))).json).toEqual(json);
  });
});
