import { CATEGORIES, type Category } from '../category.js';
import { classifyText } from '../classify-text.js';

export interface LabelledText {
  text: string;
  categories: Category[];
  /** Written after the rules, so that the rules cannot have been tuned to it. */
  writtenAfterRules?: true;
}

export interface Quality {
  of: Category | 'flagged';
  /** How many of the texts are labelled so. */
  count: number;
  precision: number;
  recall: number;
  f1: number;
}

/** The quality of the classifier on labelled texts: overall, then by category. */
export function measureQuality(set: readonly LabelledText[]): [flagged: Quality, ...byCategory: Quality[]] {
  const judged = set.map(({ text, categories }) => ({ labels: categories, result: classifyText(text) }));
  const overall = judged.map(({ labels, result }) => ({ is: labels.length > 0, found: result.flagged }));
  const byCategory = CATEGORIES.map((category) => {
    const verdicts = judged.map(({ labels, result }) => ({
      is: labels.includes(category),
      found: result.categories[category],
    }));
    return buildQuality(category, verdicts);
  });
  return [buildQuality('flagged', overall), ...byCategory];
}

function buildQuality(of: Quality['of'], verdicts: readonly { is: boolean; found: boolean }[]): Quality {
  const count = verdicts.filter(({ is }) => is).length;
  const found = verdicts.filter((verdict) => verdict.found).length;
  const right = verdicts.filter((verdict) => verdict.is && verdict.found).length;
  const f1 = count + found === 0 ? 1 : (2 * right) / (count + found);
  return { of, count, precision: share(right, found), recall: share(right, count), f1 };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}
