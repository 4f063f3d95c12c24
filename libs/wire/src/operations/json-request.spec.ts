import { describe, expect, it } from '@jest/globals';
import { JsonRequest } from './json-request.js';

const edit = (body: string, changes: Record<string, string | undefined>): string =>
  JsonRequest.read(Buffer.from(body)).edit(changes).toString();

const retarget = (body: string): string => JsonRequest.read(Buffer.from(body)).retarget('b').toString();

describe('a request that goes on', () => {
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
  ])('%s with %j is %s', (body, changes, expected) => {
    expect(edit(body, changes)).toBe(expected);
    expect(() => JSON.parse(expected) as unknown).not.toThrow();
  });

  it('names its model anew only where it names one', () => {
    expect(retarget('{"model":"a"}')).toBe('{"model":"b"}');
    expect(retarget('{"x":1}')).toBe('{"x":1}');
  });
});
