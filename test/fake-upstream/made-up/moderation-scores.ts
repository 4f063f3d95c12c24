import { fractionFrom } from './pseudo-random.js';

export const MODERATION_CATEGORIES = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/intent',
  'self-harm/instructions',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
] as const;

type ModerationCategory = (typeof MODERATION_CATEGORIES)[number];

const FLAGGED_FROM = 0.5;

/** The score of a text: below one half, or above it if the text contains the name of the category. */
export function getModerationScore(category: ModerationCategory, text: string): number {
  const score = fractionFrom([category, text]) * FLAGGED_FROM;
  return text.includes(category) ? score + FLAGGED_FROM : score;
}

export function isFlagged(score: number): boolean {
  return score >= FLAGGED_FROM;
}
