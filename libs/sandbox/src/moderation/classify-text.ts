import { CATEGORIES, type Category } from './category.js';
import { type Points, VOCABULARY, createPoints, weighPassage } from './evidence.js';
import { readPassages } from './passages.js';
import { SHORT_FORM_WORDS } from './short-forms.js';
import { WordResolver } from './word-resolver.js';

export interface Classification {
  flagged: boolean;
  categories: Record<Category, boolean>;
  scores: Record<Category, number>;
}

const THRESHOLD = 0.5;
/** The points for a score of one half. */
const EVEN_POINTS = 5;

const resolver = new WordResolver(new Set([...VOCABULARY, ...SHORT_FORM_WORDS]));

/**
 * Classifies by words and their context, sentence by sentence: the worst sentence decides. There is no language
 * model, and only English is supported.
 */
export function classifyText(text: string): Classification {
  const points = createPoints();
  for (const passage of readPassages(text, resolver)) {
    const found = weighPassage(passage);
    if (found !== undefined) keepLargest(points, found);
  }
  raiseParents(points);
  const scores = mapCategories((category) => toScore(points[category]));
  const categories = mapCategories((category) => scores[category] >= THRESHOLD);
  return { flagged: Object.values(categories).some(Boolean), categories, scores };
}

function keepLargest(points: Points, others: Points): void {
  for (const category of CATEGORIES) points[category] = Math.max(points[category], others[category]);
}

/** A hateful threat is also hate: "hate" scores no less than "hate/threatening". */
function raiseParents(points: Points): void {
  for (const category of CATEGORIES) {
    const parent = CATEGORIES.find((other) => category.startsWith(`${other}/`));
    if (parent !== undefined) points[parent] = Math.max(points[parent], points[category]);
  }
}

function toScore(points: number): number {
  return 1 / (1 + Math.exp(EVEN_POINTS - points));
}

function mapCategories<T>(value: (category: Category) => T): Record<Category, T> {
  return Object.fromEntries(CATEGORIES.map((category) => [category, value(category)])) as Record<Category, T>;
}
