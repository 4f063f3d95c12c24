/** What customers have paid for. */
export const REVENUE = 'revenue';
/** What nobody pays us for. */
export const WRITE_OFF = 'write-off';
export const PROVIDER_COST = 'provider-cost';
/** Where the money of budgets comes from. */
export const BUDGETS = 'budgets';

const TOKEN = 'token:';
const HELD = '/held';

/** What a token may still spend: all that it was granted, less all that it has spent or set aside. */
export function availableTo(tokenId: string): string {
  return `${TOKEN}${tokenId}`;
}

/** What a token has set aside. */
export function heldFor(tokenId: string): string {
  return `${TOKEN}${tokenId}${HELD}`;
}

/** Only these keep a balance; the others would be a row that everybody waits for. */
export function isSpentFrom(account: string): boolean {
  return account.startsWith(TOKEN);
}

export function isHeld(account: string): boolean {
  return isSpentFrom(account) && account.endsWith(HELD);
}
