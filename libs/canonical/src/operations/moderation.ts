import { type Usage } from '../usage.js';
import { type OperationRequestBase } from './operation-request.js';

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

export interface ModerationRequest extends OperationRequestBase {
  /** Empty if the gateway chooses the model. */
  model: string;
  /** The response has one result for each of these. */
  subjects: readonly (readonly ModerationPart[])[];
}

export interface ModerationVerdict {
  isFlagged: boolean;
  categories: Record<ModerationCategory, boolean>;
  scores: Record<ModerationCategory, number>;
}

export interface ModerationResult {
  verdicts: readonly ModerationVerdict[];
  usage?: Usage;
}
