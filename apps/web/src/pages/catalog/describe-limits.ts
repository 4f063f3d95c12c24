import { type Schema } from '../../api/client.js';
import { describeBudget } from '../../kit/budget/budget-value.js';
import { formatCount } from '../../kit/format.js';

type Limits = Schema<'OwnerLimitsView'>;

const MAX_NAMED = 20;

/** A text for each limit, such as "60 requests per minute". */
export function describeLimits(limits: Limits | null): string[] {
  if (limits === null) return [];
  const { rpm, tpm, concurrency, requests_per_day: perDay, budget } = limits;
  const numbers = [
    [rpm, 'requests per minute'],
    [tpm, 'tokens per minute'],
    [concurrency, 'concurrent requests'],
    [perDay, 'requests per day'],
  ] as const;
  return [
    ...numbers.flatMap(([limit, unit]) => (limit === null ? [] : [`${formatCount(limit)} ${unit}`])),
    ...describeBudget(budget),
  ];
}

/** The allowed models, such as "gpt-*, claude-*"; undefined if all models are allowed. */
export function describeModels(limits: Limits | null): string | undefined {
  const models = limits?.models ?? null;
  if (models === null) return undefined;
  const more = models.length - MAX_NAMED;
  const named = models.slice(0, MAX_NAMED).join(', ');
  return more > 0 ? `${named} and ${formatCount(more)} more` : named;
}
