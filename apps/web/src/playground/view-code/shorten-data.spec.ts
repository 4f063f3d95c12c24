import { describe, expect, it } from '@jest/globals';
import { shortenData } from './shorten-data.js';

describe('long data', () => {
  it('is shown by its length', () => {
    expect(shortenData(`"url": "data:image/png;base64,${'A'.repeat(1000)}"`)).toBe(
      `"url": "data:image/png;base64,${'A'.repeat(24)}… 976 more characters"`,
    );
  });

  it('is not mistaken for words', () => {
    const words = 'many words '.repeat(200);
    expect(shortenData(words)).toBe(words);
  });
});
