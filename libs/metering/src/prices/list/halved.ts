import { type Price } from '../price.js';

type BatchRates = NonNullable<Price['batch']>;

/** A price that batches get at half of every rate, for long requests as for short ones. */
export function withHalfPriceBatch(rates: BatchRates): Price {
  return { ...rates, batch: halved(rates) };
}

function halved({ tiers, ...rates }: BatchRates): BatchRates {
  const half = halve(rates);
  if (tiers === undefined) return half;
  return {
    ...half,
    tiers: tiers.map(({ aboveInputTokens, ...tier }) => ({ aboveInputTokens, ...halve(tier) })),
  };
}

function halve<Rates extends Readonly<Record<string, number | undefined>>>(rates: Rates): Rates {
  const halves = Object.entries(rates).map(([name, usd]) => [name, usd === undefined ? undefined : usd / 2]);
  return Object.fromEntries(halves) as Rates;
}
