import { describe, expect, it } from '@jest/globals';
import { parseBoundary } from './read-form.js';

describe('parseBoundary', () => {
  it.each([
    ['multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxk', '----WebKitFormBoundary7MA4YWxk'],
    ['Multipart/Form-Data;charset=utf-8;Boundary="a b:c"', 'a b:c'],
    ['multipart/form-data; boundary=----=_Part_0_12.34', '----=_Part_0_12.34'],
    [`multipart/form-data; boundary=${'b'.repeat(70)}`, 'b'.repeat(70)],
  ])('reads %s', (contentType, boundary) => {
    expect(parseBoundary(contentType)).toBe(boundary);
  });

  it.each([
    undefined,
    '',
    'application/json',
    'multipart/form-data-x; boundary=B',
    'text/multipart/form-data',
  ])('refuses another media type: %s', (contentType) => {
    expect(() => parseBoundary(contentType)).toThrow(
      expect.objectContaining({ kind: 'unsupported-media-type' }),
    );
  });

  it.each(['', '; boundary=""', '; boundary="a "', '; boundary="a\tb"', '; boundary=ä', '; xboundary=a'])(
    'refuses an invalid boundary: %j',
    (parameter) => {
      expect(() => parseBoundary(`multipart/form-data${parameter}`)).toThrow(
        expect.objectContaining({ code: 'invalid_multipart' }),
      );
    },
  );
});
