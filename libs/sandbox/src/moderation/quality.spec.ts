import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type LabelledText, measureQuality } from './__fixtures__/quality.js';
import { type Category } from './category.js';

const heldOut = JSON.parse(
  readFileSync(new URL('../../../../test/moderation/held-out.json', import.meta.url), 'utf8'),
) as LabelledText[];

/**
 * Slightly below the measured values. Categories with few texts have lower limits, because one text changes them
 * considerably.
 */
const lowestF1: Record<Category, number> = {
  harassment: 0.85,
  'harassment/threatening': 0.9,
  hate: 0.82,
  'hate/threatening': 0.75,
  illicit: 0.88,
  'illicit/violent': 0.84,
  'self-harm': 0.8,
  'self-harm/intent': 0.8,
  'self-harm/instructions': 0.5,
  sexual: 0.9,
  'sexual/minors': 0.85,
  violence: 0.85,
  'violence/graphic': 0.75,
};

describe('on sentences that it was not tuned with, the classifier', () => {
  const [flagged, ...byCategory] = measureQuality(heldOut);

  it('rarely flags harmless text', () => {
    expect(flagged.precision).toBeGreaterThanOrEqual(0.97);
  });

  it('finds most harmful text', () => {
    expect(flagged.recall).toBeGreaterThanOrEqual(0.8);
  });

  it.each(byCategory.map(({ of, f1 }) => [of as Category, f1] as const))('recognizes %s', (category, f1) => {
    expect(f1).toBeGreaterThanOrEqual(lowestF1[category]);
  });

  it('finds only some harmful text with wording that the author did not expect', () => {
    const [indirect] = measureQuality(heldOut.filter(({ writtenAfterRules }) => writtenAfterRules));
    expect(indirect.precision).toBeGreaterThanOrEqual(0.9);
    expect(indirect.recall).toBeGreaterThanOrEqual(0.22);
  });
});
