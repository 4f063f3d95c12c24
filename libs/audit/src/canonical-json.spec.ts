import { describe, expect, it } from '@jest/globals';
import { type JsonValue } from '#canonical';
import * as fc from 'fast-check';
import { anyCharacter } from '../../../test/any-text/index.js';
import { canonicalJson } from './canonical-json.js';

describe('canonicalJson', () => {
  it('sorts members by name at every depth, and keeps the order of items', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }, 'x'], a: true, 10: 0, 9: 0 })).toBe(
      '{"10":0,"9":0,"a":true,"b":[{"c":null,"d":1},"x"]}',
    );
  });

  it('sorts names by UTF-16 units, and writes numbers and texts as RFC 8785 requires', () => {
    // The examples of RFC 8785, sections 3.2.2 and 3.2.3.
    const names = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 };
    expect(canonicalJson(names)).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
    );
    expect(canonicalJson([333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001])).toBe(
      '[333333333.3333333,1e+30,4.5,0.002,1e-27]',
    );
    expect(canonicalJson('\u20ac$\u000f\nA\'B"\\"/')).toBe('"\u20ac$\\u000f\\nA\'B\\"\\\\\\"/"');
  });

  it('parses to the original value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as JsonValue;
        expect(JSON.parse(canonicalJson(json))).toEqual(json);
      }),
    );
  });
});
