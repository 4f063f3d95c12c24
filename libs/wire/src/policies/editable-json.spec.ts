import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { anyCharacter } from '../../../../test/any-text/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '#canonical';
import { changeElements, changeMembers } from './change.js';
import { EditableJson } from './editable-json.js';

const read = (text: string): EditableJson => EditableJson.read(Buffer.from(text));

/** Every string in upper case, everything else unchanged. */
function inCapitals(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toUpperCase();
  return isJsonObject(value) ? changeMembers(value, inCapitals) : changeElements(value, inCapitals);
}

describe('an edited document', () => {
  it('has the changed values when it is parsed again', () => {
    const documents = fc.dictionary(fc.string({ unit: anyCharacter }), fc.jsonValue({ maxDepth: 4 }));
    const layout = fc.constantFrom(undefined, 2, '\t');
    fc.assert(
      fc.property(documents, layout, fc.string(), (document, space, key) => {
        const text = JSON.stringify(document, null, space);
        const editable = read(text);
        const changed = { ...(inCapitals(editable.json) as JsonObject), [`new ${key}`]: { limit: 5 } };
        expect(JSON.parse(editable.withChanges(changed).toString())).toEqual(changed);
        expect(editable.withChanges(editable.json).toString()).toBe(text);
      }),
    );
  });

  it('keeps the bytes of what has not changed', () => {
    const editable = read(
      '\ufeff{ "seed" : 12345678901234567890, "a":[1.0, {"t":"x\\u00e9"} ], "b" : "old" }',
    );
    const changed = { ...editable.json, b: 'new' };
    expect(editable.withChanges(changed).toString()).toBe(
      '{ "seed" : 12345678901234567890, "a":[1.0, {"t":"x\\u00e9"} ], "b" : "new" }',
    );
  });

  it('accepts new members at any depth, also in an empty object', () => {
    const editable = read('{"config":{ },"more":{"x":1}}');
    const changed = { config: { limit: 5 }, more: { x: 1, y: null } };
    expect(editable.withChanges(changed).toString()).toBe('{"config":{ "limit":5},"more":{"x":1,"y":null}}');
  });

  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"x":[{"text":"hidden","text":"shown"}]}', 'text'],
    ['{"x":{"a":1},"y":{"b":{"c":1,"\\u0063":2}}}', 'c'],
    ['{"a\\"":1,"b":"\\\\","a\\"" :2}', 'a"'],
  ])('is rejected if it has a duplicate key: %s', (text, key) => {
    expect(() => read(text)).toThrow(`"${key}" occurs more than once in an object.`);
  });

  it.each(['{"a":{"a":[{"a":1},{"a":"a"}]},"b":"\\"b\\":"}', '{"a":"x\\\\","b":"\\"a\\":1"}'])(
    'is accepted if keys only seem to be duplicate: %s',
    (text) => {
      expect(read(text).json).toEqual(JSON.parse(text));
    },
  );
});
