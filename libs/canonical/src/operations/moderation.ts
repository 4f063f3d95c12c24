import { type Usage } from '../usage.js';
import { type Asked } from './asked.js';

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
export type ModerationCategory = (typeof MODERATION_CATEGORIES)[number];

export type ModerationPart = { kind: 'text'; text: string } | { kind: 'image'; url: string };

export interface ModerationRequest extends Asked {
  /** Empty where the client leaves the choice to the gateway. */
  model: string;
  /** One result is due for each of these. */
  subjects: readonly (readonly ModerationPart[])[];
}

export interface ModerationVerdict {
  isFlagged: boolean;
  categories: Record<ModerationCategory, boolean>;
  scores: Record<ModerationCategory, number>;
}

export interface ModerationAnswer {
  verdicts: readonly ModerationVerdict[];
  usage?: Usage;
}
