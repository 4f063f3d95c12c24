/** Throws for an invalid amount, including one above the integers that a number represents exactly. */
export function requireMoney(amountMicroUsd: number): void {
  if (Number.isSafeInteger(amountMicroUsd) && amountMicroUsd >= 0) return;
  throw new RangeError(
    `${amountMicroUsd} is not a valid amount of money: it must be a whole number of millionths of a dollar, ` +
      `from 0 to ${Number.MAX_SAFE_INTEGER}`,
  );
}
