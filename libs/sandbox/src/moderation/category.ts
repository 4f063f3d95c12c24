/** The categories in moderation responses, in their usual order. */
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
  /** Five points make a score of one half; see `classify-text.ts`. */
  rules: readonly (readonly [points: number, pattern: string])[];
}
