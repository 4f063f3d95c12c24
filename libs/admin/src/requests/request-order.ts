import { GatewayError } from '#canonical';
import { type UsageOrder } from '#metering';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_DAYS = 31;

const ORDERS = {
  started_at: 'started_at',
  duration_ms: 'duration_ms',
  cost_usd: 'cost',
} as const satisfies Record<string, UsageOrder['by']>;

type Sort = keyof typeof ORDERS | `-${keyof typeof ORDERS}`;

export const REQUEST_SORTS = Object.keys(ORDERS).flatMap((name) => [name, `-${name}`]) as Sort[];

interface OrderQuery {
  sort: Sort;
  from?: string;
  to?: string;
}

/** Throws if the order would require a scan of all requests. */
export function toUsageOrder({ sort, from, to }: OrderQuery): UsageOrder {
  const isDescending = sort.startsWith('-');
  const by = ORDERS[sort.replace(/^-/, '') as keyof typeof ORDERS];
  if (by !== 'started_at') refuseLongPeriod(from, to);
  return { by, isDescending };
}

function refuseLongPeriod(from: string | undefined, to: string | undefined): void {
  const end = to === undefined ? Date.now() : Date.parse(to);
  if (from !== undefined && end - Date.parse(from) <= MAX_DAYS * DAY_MS) return;
  throw new GatewayError(
    'invalid-value',
    `"from" must be at most ${MAX_DAYS} days before "to" when requests are not sorted by time.`,
    { param: 'from' },
  );
}
