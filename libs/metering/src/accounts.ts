/** What customers have paid for. */
export const REVENUE = 'revenue';
/** What nobody pays us for. */
export const WRITE_OFF = 'write-off';
export const PROVIDER_COST = 'provider-cost';
/** Where the money of budgets comes from. */
export const BUDGETS = 'budgets';

const PURSE = /^(?:token:|owner:|global)[^/]*$/;
const TOKENS_OWN = /^token:[^/@]*$/;
const HELD = '/held';
const LEASED = '/leased';
const SPENT = '/spent';

/** All that a token was granted, less all that it has spent or that is set aside of it. */
export function purseOfToken(tokenId: string): string {
  return `token:${tokenId}`;
}

/** What tasks have set aside of a purse. */
export function heldFrom(purse: string): string {
  return `${purse}${HELD}`;
}

/** What processes have taken of a purse, to spend it without asking. */
export function leasedFrom(purse: string): string {
  return `${purse}${LEASED}`;
}

/** Where the money of a purse goes. A token's own pays us; the others only count, or revenue would be counted twice. */
export function payeeOf(purse: string): string {
  return TOKENS_OWN.test(purse) ? REVENUE : `${purse}${SPENT}`;
}

export function isPurse(account: string): boolean {
  return PURSE.test(account);
}

/** What is set aside is there: it cannot be less than nothing. */
export function isSetAside(account: string): boolean {
  return [HELD, LEASED].some((ending) => account.endsWith(ending));
}

/** Only these keep a balance; the others would be a row that everybody waits for. */
export function keepsBalance(account: string): boolean {
  return isPurse(account) || isSetAside(account);
}
