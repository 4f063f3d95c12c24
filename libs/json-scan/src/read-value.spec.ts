import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { anyCharacter } from '../../../test/any-text/index.js';
import { readValue } from './read-value.js';

const read = (text: string): unknown => {
  const bytes = Buffer.from(`[${text}]`);
  return readValue(bytes, 1, bytes.length - 1);
};

describe('readValue', () => {
  it('reads every number like JSON.parse', () => {
    const digits = fc
      .integer({ min: 0, max: 10 })
      .chain((length) =>
        fc.string({ unit: fc.constantFrom('0', '1', '5', '9'), minLength: length, maxLength: length + 8 }),
      );
    const number = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        digits,
        fc.constantFrom('', 'e2', 'E-7'),
      )
      .map(
        ([sign, whole, decimals, exponent]) =>
          `${sign}${whole}${decimals === '' ? '' : `.${decimals}`}${exponent}`,
      );
    fc.assert(
      fc.property(number, (text) => expect(read(text)).toBe(JSON.parse(text))),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = JSON.stringify(value);
        expect(read(text)).toBe(JSON.parse(text));
      }),
    );
    expect(read('-0')).toBe(-0);
  });

  it('reads every other value like JSON.parse', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string({ unit: anyCharacter })), (value) => {
        expect(read(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
