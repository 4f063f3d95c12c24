import { nearest } from '../text/nearest.js';

export const UNKNOWN_KEY = 'unknown key';

export function describeUnknownKey(issue: { keys?: unknown }, known: readonly string[]): string {
  const [key] = Array.isArray(issue.keys) ? issue.keys : [];
  const meant = nearest(String(key), known);
  return meant === undefined ? UNKNOWN_KEY : `${UNKNOWN_KEY}; did you mean "${meant}"?`;
}
