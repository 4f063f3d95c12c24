import { type ApiRequest } from '../call/api-request.js';

interface ModerationOptions {
  model: string;
  text: string;
  /** As a data URL. */
  imageUrl?: string;
}

export interface ModerationResponse {
  results: readonly {
    flagged: boolean;
    categories: Readonly<Record<string, boolean | null>>;
    category_scores: Readonly<Record<string, number>>;
  }[];
}

export interface CategoryScore {
  category: string;
  label: string;
  score: number;
  flagged: boolean;
}

export interface Verdict {
  flagged: boolean;
  scores: CategoryScore[];
}

export function moderationRequest({ model, text, imageUrl }: ModerationOptions): ApiRequest {
  const input = imageUrl === undefined ? text : getParts(text, imageUrl);
  return { method: 'POST', path: '/v1/moderations', json: { model, input } };
}

function getParts(text: string, imageUrl: string): object[] {
  const image = { type: 'image_url', image_url: { url: imageUrl } };
  return text.trim() === '' ? [image] : [{ type: 'text', text }, image];
}

/** Flagged categories first, then by score. Undefined if the response has no result. */
export function toVerdict({ results }: ModerationResponse): Verdict | undefined {
  const [result] = results;
  if (result === undefined) return undefined;
  const scores = Object.entries(result.category_scores).map(([category, score]) => ({
    category,
    label: toLabel(category),
    score,
    flagged: result.categories[category] === true,
  }));
  return { flagged: result.flagged, scores: scores.toSorted(compareSeverity) };
}

function compareSeverity(left: CategoryScore, right: CategoryScore): number {
  return Number(right.flagged) - Number(left.flagged) || right.score - left.score;
}

/** Formats "self-harm/intent" as "Self-harm: intent". */
function toLabel(category: string): string {
  const text = category.replace('/', ': ').replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
