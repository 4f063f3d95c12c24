import { describe, expect, it } from '@jest/globals';
import { type JsonObject, type JsonValue } from '#canonical';
import * as fc from 'fast-check';
import {
  encodeResponseJson,
  encodeLargeJson,
  parseResponseJson,
  parseLargeJson,
  parseStoredJson,
} from './large-json.js';

const LENGTH = 300_000;

/** Long enough to be split, with an escape or a wide character at any distance from the split. */
const longText = (unit: string, shift: number): string =>
  'x'.repeat(shift) + unit.repeat(Math.ceil(LENGTH / unit.length));

const items = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `msg_${index}`,
    content: [{ type: 'text', text: 'x' }],
  }));

describe('large JSON', () => {
  it.each(['a', '\n', '\\', '\\n"', '"', 'é', '你', '😀', 'ab\u0001', '\ud800x', '\\u00e9'])(
    'has the results of JSON.parse and JSON.stringify, however it is split: %j',
    async (unit) => {
      for (const shift of [0, 1, 5]) {
        const value = {
          first: longText(unit, shift),
          list: [1, { deep: longText(unit, shift + 1), é: 'short' }],
        };
        const text = JSON.stringify(value);
        expect((await encodeLargeJson(value)).equals(Buffer.from(text))).toBe(true);
        expect(JSON.stringify(await parseLargeJson(Buffer.from(text))) === text).toBe(true);
      }
    },
  );

  it.each<JsonObject | JsonValue[]>([
    { small: true },
    { text: longText('a', 0), list: [1] },
    { many: Array.from({ length: 300_000 }, () => []) },
    [longText('a', 0)],
  ])('can be any response: #%#', async (response) => {
    const bytes = Buffer.from(JSON.stringify(response));
    expect(await parseResponseJson(bytes)).toEqual(response);
    if (!Array.isArray(response))
      expect((await encodeResponseJson(response, bytes)).equals(bytes)).toBe(true);
  });

  it('is rejected if it is not JSON', async () => {
    await expect(parseResponseJson(Buffer.from(`{"text":"${longText('a', 0)}`))).rejects.toThrow(SyntaxError);
  });

  it('is parsed with every kind of escape', async () => {
    const escape = fc.constantFrom(
      '\\u00e9',
      '\\ud83d\\ude00',
      '\\\\',
      '\\"',
      '\\/',
      '\\n',
      'a',
      '你',
      '\\ud83d',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(escape, { minLength: 1, maxLength: 20 }),
        fc.nat(20),
        async (escapes, shift) => {
          const unit = escapes.join('');
          const json = `{"a":"${'x'.repeat(shift)}${unit.repeat(Math.ceil(LENGTH / unit.length))}","b":[]}`;
          const { a } = (await parseLargeJson(Buffer.from(json))) as { a: string };
          expect(a === (JSON.parse(json) as { a: string }).a).toBe(true);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('does not change short values', async () => {
    const value = { a: [true, null, 1.5, 'text'], __proto__x: {} };
    expect(await parseLargeJson(Buffer.from(JSON.stringify(value)))).toEqual(value);
    expect((await encodeLargeJson(value)).toString()).toBe(JSON.stringify(value));
  });

  it('is parsed and encoded without blocking the event loop', async () => {
    const texts = Array.from({ length: 30 }, (_, index) => ({ text: `${index}${'y'.repeat(200_000)}` }));
    // More values than a request may have; lists in an object; many texts that are not long themselves.
    const value = { input: items(120_000), response: { id: 'resp_1', tools: items(5_000), output: texts } };
    const text = JSON.stringify(value);
    let turns = 0;
    const counter = setInterval(() => (turns += 1));
    const encoded = await encodeLargeJson(value);
    const encodingTurns = turns;
    const parsed = await parseStoredJson(encoded);
    clearInterval(counter);
    expect(encoded.toString() === text).toBe(true);
    expect(JSON.stringify(parsed) === text).toBe(true);
    expect(encodingTurns).toBeGreaterThan(10);
    expect(turns - encodingTurns).toBeGreaterThan(10);
  });

  it('is read and written without blocking where the items are in turns of a conversation', async () => {
    const turns = [
      { input: items(100_000), output: items(3) },
      { input: [], output: items(20) },
    ];
    const value = { asked: { model: 'm', input: 'On.' }, turns };
    const text = JSON.stringify(value);
    let loops = 0;
    const counter = setInterval(() => (loops += 1));
    const encoded = await encodeLargeJson(value);
    const encodingLoops = loops;
    const parsed = await parseStoredJson(encoded);
    clearInterval(counter);
    expect(encoded.toString() === text).toBe(true);
    expect(JSON.stringify(parsed) === text).toBe(true);
    expect(encodingLoops).toBeGreaterThan(10);
    expect(loops - encodingLoops).toBeGreaterThan(10);
  });
});
