import { formatUsd } from './format.js';

interface Spend {
  costUsd: number;
  /** The number of requests with an unknown price, which are not included in `costUsd`. */
  unpriced: number;
}

/** Formats the cost of requests. Unknown prices are mentioned, because $0.00 would suggest that the requests were free. */
export function formatSpend({ costUsd, unpriced }: Spend): string {
  if (unpriced === 0) return formatUsd(costUsd);
  return costUsd === 0 ? 'Unknown' : `${formatUsd(costUsd)} + unknown`;
}
