import { describe, expect, it } from '@jest/globals';
import { cleanFileName } from './part-head.js';

describe('cleanFileName', () => {
  it.each([
    ['speech.wav', 'speech.wav'],
    ['  my speech.wav ', 'my speech.wav'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\speech.wav', 'speech.wav'],
    ['CON', 'CON'],
    ['a\0b\r\n\u001bc.wav', 'abc.wav'],
    ['invoice\u202Egnp.exe', 'invoicegnp.exe'],
    ['\u2066a\u2069\ufeff.wav', 'a.wav'],
    ['naïve 漢字 👩‍🚀.wav', 'naïve 漢字 👩‍🚀.wav'],
    [`${'x'.repeat(10_000)}.wav`, `${'x'.repeat(96)}.wav`],
    [`a.${'x'.repeat(10_000)}`, `a.${'x'.repeat(98)}`],
    [`${'😀'.repeat(200)}.wav`, `${'😀'.repeat(96)}.wav`],
  ])('%j becomes %j', (sent, shown) => {
    expect(cleanFileName(sent)).toBe(shown);
  });

  it.each([undefined, '', ' ', '.', '..', 'a/..', 'a/', '\u202e', '\0'])(
    'returns undefined for %j',
    (sent) => {
      expect(cleanFileName(sent)).toBeUndefined();
    },
  );
});
