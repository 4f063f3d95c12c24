import { type Schema } from '../../api/client.js';
import { formatCount, formatUsd } from '../../kit/format.js';
import { PERIOD_WORDS } from '../tokens/budget-period.js';

type Limits = Schema<'OwnerLimitsView'>;

/** Each limit in words, such as "60 requests a minute". */
export function describeLimits(limits: Limits | null): string[] {
  if (limits === null) return [];
  const { rpm, tpm, concurrency, requests_per_day: perDay, budget } = limits;
  const numbers = [
    [rpm, 'requests a minute'],
    [tpm, 'tokens a minute'],
    [concurrency, 'at a time'],
    [perDay, 'requests a day'],
  ] as const;
  return [
    ...numbers.flatMap(([limit, unit]) => (limit === null ? [] : [`${formatCount(limit)} ${unit}`])),
    ...(budget === null ? [] : [`${formatUsd(budget.usd)} ${PERIOD_WORDS[budget.period]}`]),
  ];
}
