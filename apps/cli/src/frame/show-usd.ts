const dollars = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** An amount of money for people: down to a millionth, which is what is counted in. */
export function showUsd(amount: number): string {
  return dollars.format(amount);
}
