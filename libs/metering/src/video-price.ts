/** What a model costs, in dollars. */
export interface ModelPrice {
  perSecondVideo?: number;
  perRequest?: number;
}

const MICRO_USD_PER_USD = 1_000_000;

/** The price of a film, in integer millionths of a dollar, rounded up. Undefined where nobody has said what it costs. */
export function videoPriceMicroUsd(
  price: ModelPrice | undefined,
  durationSeconds: number,
): number | undefined {
  if (price?.perSecondVideo === undefined && price?.perRequest === undefined) return undefined;
  const usd = (price.perRequest ?? 0) + (price.perSecondVideo ?? 0) * durationSeconds;
  // A millionth of a millionth is the error of a float, not money.
  return Math.ceil(usd * MICRO_USD_PER_USD - 1e-6);
}
