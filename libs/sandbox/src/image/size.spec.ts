import { describe, expect, it } from '@jest/globals';
import { readSize } from './size.js';

describe('readSize', () => {
  it.each([
    ['auto', 1024, 1024],
    ['1536x1024', 1536, 1024],
    ['64x4096', 64, 4096],
    ['4096x4096', 4096, 4096],
  ])('reads %s', (text, width, height) => {
    expect(readSize(text)).toEqual({ width, height });
  });

  it.each(['', '1024', '63x64', '4097x64', '64x99999', '1024X1024', '1024x', '-64x64', ' 64x64', '1e3x64'])(
    'refuses %j and says what is taken',
    (text) => {
      expect(() => readSize(text)).toThrow(
        expect.objectContaining({
          kind: 'invalid-value',
          param: 'size',
          message: expect.stringContaining('from 64 to 4096 pixels'),
        }),
      );
    },
  );
});
