import { CATEGORIES, type Category, type RuleGroup } from './category.js';
import { CONTEXTS, type Context } from './contexts.js';
import { IDIOMS } from './idioms.js';
import { type Match, PatternSet } from './pattern-set.js';
import { harassmentRules } from './rules/harassment.js';
import { hateRules } from './rules/hate.js';
import { illicitRules } from './rules/illicit.js';
import { selfHarmRules } from './rules/self-harm.js';
import { sexualRules } from './rules/sexual.js';
import { violenceRules } from './rules/violence.js';
import { getClassWords } from './word-classes.js';

interface Rule {
  points: number;
  /** "Nobody likes you": the negation is part of the pattern. */
  hasNegation: boolean;
  raises: readonly Category[];
}

export type Points = Record<Category, number>;

const RULE_GROUPS: readonly RuleGroup[] = [
  ...harassmentRules,
  ...hateRules,
  ...illicitRules,
  ...selfHarmRules,
  ...sexualRules,
  ...violenceRules,
];

const negations = new Set(getClassWords('not'));
const rules = new PatternSet(
  RULE_GROUPS.flatMap(({ raises, rules }) =>
    rules.map(([points, pattern]): [string, Rule] => [
      pattern,
      { points, hasNegation: containsNegation(pattern), raises },
    ]),
  ),
);
const idioms = new PatternSet(IDIOMS.map((phrase): [string, string] => [phrase, phrase]));
const contexts = new PatternSet(
  CONTEXTS.flatMap((context) => context.patterns.map((pattern): [string, Context] => [pattern, context])),
);

const NEGATED_REMAINING = 0.25;
const NEGATION_REACH = 2;

/** Every word in a rule, an idiom or a context. */
export const VOCABULARY: ReadonlySet<string> = new Set([
  ...rules.vocabulary,
  ...idioms.vocabulary,
  ...contexts.vocabulary,
  ...negations,
]);

/** The points of a passage in each category; undefined for the many passages that match no rule. */
export function weighPassage(passage: readonly string[]): Points | undefined {
  if (rules.find(passage).next().done === true) return undefined;
  const words = withoutIdioms(passage);
  const points = createPoints();
  for (const [{ raises }, value] of strongestMatches(words))
    for (const category of raises) points[category] += value;
  for (const context of findContexts(passage))
    for (const category of context.lowers) points[category] *= context.remaining;
  return points;
}

export function createPoints(): Points {
  return Object.fromEntries(CATEGORIES.map((category) => [category, 0])) as Points;
}

function withoutIdioms(words: readonly string[]): readonly string[] {
  const plain = [...words];
  for (const { start, end } of idioms.find(words)) plain.fill('', start, end + 1);
  return plain;
}

/** A rule that matches twice counts once. */
function strongestMatches(words: readonly string[]): Map<Rule, number> {
  const strongest = new Map<Rule, number>();
  for (const match of rules.find(words)) {
    const { value: rule } = match;
    if (strongest.get(rule) === rule.points) continue;
    const points = rule.points * (isNegated(match, words) ? NEGATED_REMAINING : 1);
    strongest.set(rule, Math.max(points, strongest.get(rule) ?? 0));
  }
  return strongest;
}

function containsNegation(pattern: string): boolean {
  return pattern.split(/[ |]/).some((word) => negations.has(word));
}

/** "I would never hurt you" means the opposite. */
function isNegated({ start, end, value: rule }: Match<Rule>, words: readonly string[]): boolean {
  if (rule.hasNegation) return false;
  const before = words.slice(Math.max(0, start - NEGATION_REACH), start);
  const nearbyWords = before.slice(before.lastIndexOf(',') + 1);
  return [...nearbyWords, ...words.slice(start + 1, end)].some((word) => negations.has(word));
}

function findContexts(words: readonly string[]): Set<Context> {
  return new Set(Array.from(contexts.find(words), ({ value }) => value));
}
