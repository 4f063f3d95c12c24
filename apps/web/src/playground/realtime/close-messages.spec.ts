import { describe, expect, it } from '@jest/globals';
import { describeClose } from './conversation.js';

describe('describeClose', () => {
  it.each([1000, 1001, 1006, 1008, 1009, 1011, 1012, 1013])('has a specific message for %i', (code) => {
    expect(describeClose(code)).not.toBe(describeClose(4321));
  });

  it('has a general message for other codes', () => {
    expect(describeClose(4321)).toBe('The connection was closed.');
  });
});
