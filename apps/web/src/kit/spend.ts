import { formatUsd } from './format.js';

interface Spend {
  costUsd: number;
  /** How many requests are not in the cost because their price is unknown. */
  unpriced: number;
}

/** What requests cost. Where prices are unknown it says so: $0.00 would look as if the requests were free. */
export function formatSpend({ costUsd, unpriced }: Spend): string {
  if (unpriced === 0) return formatUsd(costUsd);
  return costUsd === 0 ? 'Unknown' : `${formatUsd(costUsd)} + unknown`;
}
