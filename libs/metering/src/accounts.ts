/** What customers have paid for. */
export const REVENUE = 'revenue';
/** What nobody pays us for. */
export const WRITE_OFF = 'write-off';
export const PROVIDER_COST = 'provider-cost';
/** Where the money of budgets comes from. */
export const BUDGETS = 'budgets';

const BUDGET_ACCOUNT = /^(?:token:|owner:|global)[^/]*$/;
const TOKENS_OWN = /^token:[^/@]*$/;
const HELD = '/held';
const LEASED = '/leased';
const SPENT = '/spent';

/** All that a token was granted, less all that it has spent or that is set aside of it. */
export function getTokenBudgetAccount(tokenId: string): string {
  return `token:${tokenId}`;
}

/** What tasks have set aside of a budget account. */
export function heldFrom(budgetAccount: string): string {
  return `${budgetAccount}${HELD}`;
}

/** What processes have taken of a budget account, to spend it without asking. */
export function leasedFrom(budgetAccount: string): string {
  return `${budgetAccount}${LEASED}`;
}

/**
 * Where the money of a budget account goes. A token's own pays us; the others only count, or revenue would be counted
 * twice.
 */
export function toPayee(budgetAccount: string): string {
  return TOKENS_OWN.test(budgetAccount) ? REVENUE : `${budgetAccount}${SPENT}`;
}

export function isBudgetAccount(account: string): boolean {
  return BUDGET_ACCOUNT.test(account);
}

/** What is set aside is there: it cannot be less than nothing. */
export function isSetAside(account: string): boolean {
  return [HELD, LEASED].some((ending) => account.endsWith(ending));
}

/** Only these keep a balance; the others would be a row that everybody waits for. */
export function keepsBalance(account: string): boolean {
  return isBudgetAccount(account) || isSetAside(account);
}
