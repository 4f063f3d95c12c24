import { describe, expect, it } from '@jest/globals';
import { SpokenText } from './spoken-text.js';

function spoken(...sentences: [text: string, ms: number][]): SpokenText {
  const text = new SpokenText();
  for (const [sentence, ms] of sentences) {
    text.begin(sentence);
    text.advance(ms);
    text.finish();
  }
  return text;
}

describe('spoken text', () => {
  const three: [string, number][] = [
    ['One two. ', 900],
    ['Three four five. ', 1700],
    ['Six.', 400],
  ];

  it.each([
    [3000, 'One two. Three four five. Six.'],
    [2601, 'One two. Three four five. '],
    [2600, 'One two. Three four five. '],
    [2000, 'One two. Three four'],
    [1000, 'One two. '],
    [900, 'One two. '],
    [400, 'One'],
    [1, ''],
    [0, ''],
  ])('is truncated at %i ms between words', (ms, expected) => {
    const text = spoken(...three);
    text.cutAt(ms);
    expect(text.text).toBe(expected);
    expect(text.durationMs).toBe(ms);
  });

  it('can be truncated again', () => {
    const text = spoken(...three);
    text.cutAt(2000);
    text.cutAt(900);
    expect(text.text).toBe('One two. ');
  });

  it('has the words of an interrupted sentence that fit its time, at the speed so far', () => {
    const text = spoken(['0123456789', 1000]);
    text.begin('abcd efgh ijkl mnop');
    text.advance(1000);
    text.interrupt();
    expect(text.text).toBe('0123456789abcd efgh');
  });

  it('has no words of a sentence that was not heard', () => {
    const text = spoken(['Heard. ', 500]);
    text.begin('Unheard.');
    text.interrupt();
    expect(text.text).toBe('Heard. ');
  });

  it('includes text without audio', () => {
    const text = spoken(['Heard. ', 500], ['🙂', 0]);
    text.interrupt();
    expect(text.text).toBe('Heard. 🙂');
  });
});
