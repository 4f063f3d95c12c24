import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { anyCharacter } from '../../../test/any-text/index.js';
import { GatewayError } from '#canonical';
import { JsonDocument, scanAhead } from './json-document.js';

const scan = (text: string): JsonDocument => JsonDocument.scan(Buffer.from(text));

const isAcceptedByJsonParse = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};

const isAcceptedHere = (text: string): boolean => {
  try {
    scan(text);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(GatewayError);
    return false;
  }
};

const manyValues = (open: string, value: string, close: string): Buffer =>
  Buffer.from(`{"model":"m","input":${open}${`${value},`.repeat(600_000)}${value}${close}}`);

describe('JsonDocument', () => {
  it('finds every member and its value in any layout', () => {
    const indent = fc.constantFrom(undefined, 2, '\t', '\r\n ');
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: anyCharacter }), fc.jsonValue({ maxDepth: 4 })),
        indent,
        (object, space) => {
          const text = JSON.stringify(object, null, space);
          const document = scan(text);
          const found = Object.fromEntries(
            document.members.map((member) => [member.key, document.value(member)]),
          );
          expect(JSON.stringify(found)).toBe(JSON.stringify(JSON.parse(text)));
        },
      ),
    );
  });

  it('accepts exactly what JSON.parse accepts, after any small damage', () => {
    const damage = fc.record({
      at: fc.nat(),
      drop: fc.nat(2),
      insert: fc.string({ unit: 'binary-ascii', maxLength: 2 }),
    });
    const syntax = fc.constantFrom(
      '{"a":[1,-0.5e+3,true],"b\\u00e9\\n":{"c":null,"d":"x\\\\\\""}}',
      '{}',
      '{"a":"é😀"}',
    );
    fc.assert(
      fc.property(syntax, damage, (text, { at, drop, insert }) => {
        const place = at % (text.length + 1);
        const damaged = text.slice(0, place) + insert + text.slice(place + drop);
        const wellFormed = Buffer.from(damaged).toString();
        expect(isAcceptedHere(wellFormed)).toBe(isAcceptedByJsonParse(wellFormed));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['', 'is empty'],
    ['null', 'expected an object'],
    ['[]', 'expected an object'],
    ['{"a":1,}', 'at byte 7'],
    ['{"a":1} x', 'expected the end'],
    ['{"a":NaN}', 'expected a value'],
    ['{"a":01}', 'expected a value'],
    ['{"a":"tab\there"}', 'control character'],
    ['{"a":"\\x"}', 'unknown escape'],
    ['{"a":"\\u12g4"}', 'incomplete \\u escape'],
    ['{"a":"open', 'does not end'],
    [`{"a":${'['.repeat(101)}`, 'deeper than 100'],
  ])('describes what is wrong with %s', (text, problem) => {
    expect(() => scan(text)).toThrow(problem);
  });

  it.each([
    ['numbers', manyValues('[', '0', ']'), 'input', 'too many values'],
    ['objects', manyValues('[', '{}', ']'), 'input', 'too many values'],
    ['nested arrays', manyValues('[[[', '[0]', ']]]'), 'input', 'too many values'],
    ['members', manyValues('{', '"":0', '}'), 'input', 'more than 50000 members'],
    ['members of its own', Buffer.from(`{${'"a":0,'.repeat(60_000)}"b":0}`), 'a', 'more than 50000 members'],
    ['a key', Buffer.from(`{"a":{"${'k'.repeat(70_000)}":0}}`), 'a', 'longer than 65536 bytes'],
  ])('rejects too many %s, and names the member', (_what, body, param, problem) => {
    expect(() => JsonDocument.scan(body)).toThrow(
      expect.objectContaining({ kind: 'invalid-value', param, message: expect.stringContaining(problem) }),
    );
  });

  it('counts elements without building them', () => {
    const document = JsonDocument.scan(
      Buffer.from(`{"input":[${'0,'.repeat(299_999)}0],"deep":[[[[1,2]]]]}`),
    );
    const input = document.member('input') ?? { start: 0, end: 0 };
    expect(document.count(input)).toBe(300_000);
    expect(document.valueCount).toBe(300_008);
  });

  it('scans a large document in slices, and reuses the result', async () => {
    const text = JSON.stringify({ a: 'x\n"é'.repeat(400_000), list: [{ role: 'user', content: 'b' }] });
    const body = Buffer.from(text);
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      immediate = setImmediate(turn);
    };
    let immediate = setImmediate(turn);
    await scanAhead(body);
    clearImmediate(immediate);
    expect(turns).toBeGreaterThan(2);
    const document = JsonDocument.scan(body);
    expect(JsonDocument.scan(body)).toBe(document);
    const values = document.members.map((member) => [member.key, document.value(member)]);
    expect(Object.fromEntries(values)).toEqual(JSON.parse(text));
  });

  it('lets the event loop run while it scans many small values', async () => {
    const body = Buffer.from(`{"a":[${'{},'.repeat(100_000)}1]}`);
    let turns = 0;
    const count = (): void => {
      turns += 1;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);
    await scanAhead(body);
    clearImmediate(immediate);
    expect(turns).toBeGreaterThanOrEqual(10);
    expect(JsonDocument.scan(body).valueCount).toBe(100_003);
  });

  it('reports the same errors for large documents as for small ones', async () => {
    const large = 'x'.repeat(600_000);
    await expect(scanAhead(Buffer.from(`{"a":"${large}",}`))).rejects.toThrow('expected a property name');
    await expect(scanAhead(Buffer.from(`{"a":"${large}`))).rejects.toThrow('does not end');
    await expect(scanAhead(Buffer.from(`{"a":"${large}\t"}`))).rejects.toThrow('control character');
    await expect(scanAhead(Buffer.from(`{"a":"${large}"} x`))).rejects.toThrow('expected the end');
    await expect(scanAhead(manyValues('[', '0', ']'))).rejects.toMatchObject({ param: 'input' });
    expect(scanAhead(Buffer.from('{}'))).toBeUndefined();
  });

  it('rejects invalid UTF-8 and skips a byte order mark', () => {
    expect(() => JsonDocument.scan(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toThrow('UTF-8');
    expect(JsonDocument.scan(Buffer.from('\ufeff{"a":1}')).members).toHaveLength(1);
  });

  it('rejects a duplicate member when it is read', () => {
    const document = scan('{"model":"a","x":1,"x":2,"model":"b"}');
    expect(() => document.member('model')).toThrow('"model" occurs more than once.');
  });

  it('has the same result in later scans', () => {
    const parts = fc.array(
      fc.dictionary(fc.string(), fc.string({ unit: fc.constantFrom('\\', '"', 'a', '😀') })),
    );
    fc.assert(
      fc.property(parts, fc.array(fc.nat(), { minLength: 1 }), (list, order) => {
        const document = scan(JSON.stringify({ list, tail: '\\"' }));
        const member = document.member('list') ?? { start: 0, end: 0 };
        for (const turn of order) {
          const index = turn % Math.max(list.length, 1);
          const element = document.elements(member)[index];
          const found =
            element && document.getMembers(element).map((part) => [part.key, document.value(part)]);
          expect(found).toEqual(list[index] && Object.entries(list[index]));
        }
      }),
    );
  });

  it('scans nested arrays and objects on request, with escapes around them', () => {
    const document = scan('{"a\\\\":"\\"","list":[{"role":"us\\u0065r"},2,"]"],"z":"\\\\"}');
    const list = document.member('list');
    const elements = document.elements(list ?? { start: 0, end: 0 });
    expect(elements.map((element) => document.value(element))).toEqual([{ role: 'user' }, 2, ']']);
    const [role] = document.getMembers(elements[0] ?? { start: 0, end: 0 });
    expect(role?.key).toBe('role');
  });
});
