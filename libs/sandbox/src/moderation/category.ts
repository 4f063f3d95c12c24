/** The keys that moderation services answer with, in their usual order. */
export const CATEGORIES = [
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

export type Category = (typeof CATEGORIES)[number];

export interface RuleGroup {
  raises: readonly Category[];
  /** Five points are as likely as not to be harmful; see `evidence.ts`. */
  rules: readonly (readonly [points: number, pattern: string])[];
}
