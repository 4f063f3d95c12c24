import { describe, expect, it } from '@jest/globals';
import { shortenData } from './shorten-data.js';

describe('shortenData', () => {
  it('replaces long data by its length', () => {
    expect(shortenData(`"url": "data:image/png;base64,${'A'.repeat(1000)}"`)).toBe(
      `"url": "data:image/png;base64,${'A'.repeat(24)}… 976 more characters"`,
    );
  });

  it('keeps long text', () => {
    const words = 'many words '.repeat(200);
    expect(shortenData(words)).toBe(words);
  });
});
