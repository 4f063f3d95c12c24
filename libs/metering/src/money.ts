/** Refuses what is no amount of money: the database counts further than a number does exactly. */
export function requireMoney(amountMicroUsd: number): void {
  if (Number.isSafeInteger(amountMicroUsd) && amountMicroUsd >= 0) return;
  throw new RangeError(
    `${amountMicroUsd} is no amount of money: it is a whole number of millionths of a dollar, ` +
      `from 0 to ${Number.MAX_SAFE_INTEGER}`,
  );
}
