import { type BudgetUnit } from '#declarations';
import { type LeaseAmounts } from './decide-lease.js';

/** The amounts that a request needs, in every unit of budgets. None if a unit is missing. */
export interface HoldAmounts {
  /** The minimum cost. */
  certainMicroUsd: number;
  /** The estimated maximum cost. */
  likelyMicroUsd: number;
  /** The tokens of the input. */
  certainTokens?: number;
  /** With as much output as the client allows. */
  likelyTokens?: number;
  /** 1 for a request that is counted. */
  requests?: number;
}

export const NO_AMOUNTS: HoldAmounts = { certainMicroUsd: 0, likelyMicroUsd: 0 };

/** The smallest amounts, with which only a budget that has nothing left refuses. */
export const SMALLEST_AMOUNTS: HoldAmounts = {
  certainMicroUsd: 0,
  likelyMicroUsd: 1,
  likelyTokens: 1,
  requests: 1,
};

/** What is reserved in an account of this unit. */
export function getReserved(amounts: HoldAmounts, unit: BudgetUnit): number {
  if (unit === 'usd') return Math.max(amounts.certainMicroUsd, amounts.likelyMicroUsd);
  if (unit === 'requests') return amounts.requests ?? 0;
  return Math.max(amounts.certainTokens ?? 0, amounts.likelyTokens ?? 0);
}

export function getLeaseAmounts(amounts: HoldAmounts, unit: BudgetUnit): LeaseAmounts {
  const { certainMicroUsd, certainTokens = 0, requests = 0 } = amounts;
  const certain = { usd: certainMicroUsd, tokens: certainTokens, requests };
  return { certain: certain[unit], likely: getReserved(amounts, unit) };
}
