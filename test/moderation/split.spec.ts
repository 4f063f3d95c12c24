import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

interface LabelledText {
  text: string;
  categories: string[];
}

const parseTexts = (file: string): LabelledText[] =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as LabelledText[];

const halves = [
  ['tuning.json', 0],
  ['held-out.json', 1],
] as const;

describe('the labelled sentences', () => {
  it.each(halves)('of %s are those that their hash assigns to it', (file, remainder) => {
    const strays = parseTexts(file).filter(
      ({ text }) => createHash('sha256').update(text).digest().readUInt8() % 2 !== remainder,
    );
    expect(strays).toEqual([]);
  });

  it.each(halves.map(([file]) => file))('of %s name the parents of their categories', (file) => {
    const orphans = parseTexts(file).filter(({ categories }) =>
      categories.some((category) => !categories.includes(category.split('/')[0] ?? '')),
    );
    expect(orphans).toEqual([]);
  });

  it('are all different, and many of them harmless', () => {
    const all = halves.flatMap(([file]) => parseTexts(file));
    const harmless = all.filter(({ categories }) => categories.length === 0);
    expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(400);
    expect(harmless.length / all.length).toBeGreaterThan(0.4);
  });
});
