/** Amounts of money are integers in millionths of a US dollar. */
export const MICRO_USD_PER_USD = 1_000_000;

export function toMicroUsd(usd: number): number {
  return Math.round(usd * MICRO_USD_PER_USD);
}
