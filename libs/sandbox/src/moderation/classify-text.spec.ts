import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { anyCharacter } from '../../../../test/any-text/index.js';
import { CATEGORIES, type Category } from './category.js';
import { classifyText } from './classify-text.js';

const foundIn = (text: string): Category[] => {
  const { categories } = classifyText(text);
  return CATEGORIES.filter((category) => categories[category]);
};

describe('classifyText', () => {
  it('returns all categories, also for a harmless text', () => {
    const { flagged, categories, scores } = classifyText('The boat leaves at nine.');
    expect(flagged).toBe(false);
    expect(Object.keys(categories)).toEqual(CATEGORIES);
    expect(Object.keys(scores)).toEqual(CATEGORIES);
    expect(Math.max(...Object.values(scores))).toBeLessThan(0.01);
  });

  it.each(['', ' \n\n ', '!!!', '...', '🙂', '\u200b', '1 2 3 4', 'constructor __proto__ toString'])(
    'finds nothing in %j',
    (text) => {
      expect(foundIn(text)).toEqual([]);
    },
  );

  it('distinguishes a threat from a promise not to harm', () => {
    expect(foundIn('I am going to hurt you.')).toContain('harassment/threatening');
    expect(foundIn('I am not going to hurt you.')).toEqual([]);
  });

  it('treats a negation within a pattern as part of it', () => {
    expect(foundIn('Nobody likes you.')).toEqual(['harassment']);
  });

  it('does not combine words of different sentences', () => {
    expect(foundIn('How do I make bread? The bomb shelter is next door.')).toEqual([]);
  });

  it('does not lower the score for harmless sentences around a harmful one', () => {
    const padding = 'The patient walked through the museum and played chess. '.repeat(200);
    expect(foundIn(`${padding}I will kill you. ${padding}`)).toContain('harassment/threatening');
  });

  it('scores more evidence higher', () => {
    const mild = classifyText('You are a fool.').scores.harassment;
    const strong = classifyText('You are a fool, you pathetic, worthless idiot.').scores.harassment;
    expect(strong).toBeGreaterThan(mild);
  });

  it('never scores a parent below its children, nor out of range', () => {
    const word = fc.constantFrom(
      ...'i you will kill all muslims are vermin how to make a bomb myself sex child blood stupid not , .'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        const { flagged, categories, scores } = classifyText(words.join(' '));
        expect(flagged).toBe(Object.values(categories).includes(true));
        for (const category of CATEGORIES) {
          const [parent = category] = CATEGORIES.filter((other) => category.startsWith(other));
          expect(scores[parent]).toBeGreaterThanOrEqual(scores[category]);
          expect(scores[category]).toBeGreaterThan(0);
          expect(scores[category]).toBeLessThanOrEqual(1);
          expect(categories[category]).toBe(scores[category] >= 0.5);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('supports any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        expect(Object.values(classifyText(text).scores).every(Number.isFinite)).toBe(true);
      }),
    );
  });

  it.each([
    ['one long word', 'a'],
    ['accents without a letter', '\u0301\u0323'],
    ['spelled letters', 'k i l l '],
    ['characters that decompose into many', '\ufdfa'],
    ['line breaks', '\n '],
    ['threats', 'i will kill you '],
  ])('classifies half a megabyte of %s', (_name, unit) => {
    const { scores } = classifyText(unit.repeat(500_000 / unit.length));
    expect(Object.values(scores).every((score) => score >= 0 && score <= 1)).toBe(true);
  });
});
