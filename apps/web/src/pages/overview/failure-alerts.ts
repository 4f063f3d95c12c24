import { type Schema } from '../../api/client.js';
import { outcomeLabel } from '../requests/outcome.js';
import { type AlertLine } from './alert-lines.js';

export interface FailureCount {
  outcome: string;
  requests: number;
}

const MAX_SHOWN = 3;

/** Sums up the failures of all tokens. Refused requests are not failures. */
export function sumFailures(counts: readonly Schema<'RefusalCountView'>[]): FailureCount[] {
  const sums = new Map<string, number>();
  for (const { outcome, refused: isRefused, refusals } of counts) {
    if (!isRefused) sums.set(outcome, (sums.get(outcome) ?? 0) + refusals);
  }
  return [...sums]
    .map(([outcome, requests]) => ({ outcome, requests }))
    .toSorted((one, other) => other.requests - one.requests);
}

/** Alerts about requests that failed before a channel was used. Usage metrics do not include them. */
export function buildFailureAlerts(failures: readonly FailureCount[]): AlertLine[] {
  return failures.slice(0, MAX_SHOWN).map(({ outcome, requests }) => ({
    text: `${requests === 1 ? '1 request' : `${requests.toLocaleString('en')} requests`} failed before a channel was used in the last 24 hours: ${outcomeLabel(outcome)}.`,
    fix: { label: 'View requests', to: `/requests?outcome=${outcome}&period=24h` },
  }));
}
