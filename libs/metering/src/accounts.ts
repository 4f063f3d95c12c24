/** The cost that was charged to tokens. */
export const REVENUE = 'revenue';
/** Costs that no token was charged for. */
export const WRITE_OFF = 'write-off';
export const PROVIDER_COST = 'provider-cost';
/** The source of the amounts that budgets grant. */
export const BUDGETS = 'budgets';

const BUDGET_ACCOUNT = /^(?:token:|owner:|global)[^/]*$/;
const TOKEN_ACCOUNT = /^token:[^/@]*$/;
const HELD = '/held';
const LEASED = '/leased';
const SPENT = '/spent';

/** The account whose balance is the granted amount, less what is spent, held or leased. */
export function getTokenBudgetAccount(tokenId: string): string {
  return `token:${tokenId}`;
}

/** The account of the amounts that tasks hold from a budget account. */
export function getHeldAccount(budgetAccount: string): string {
  return `${budgetAccount}${HELD}`;
}

/** The account of the amounts that processes have leased from a budget account. They spend these without a query. */
export function getLeasedAccount(budgetAccount: string): string {
  return `${budgetAccount}${LEASED}`;
}

/**
 * The account that receives what a budget account spends. Only a token's own account pays into revenue; otherwise
 * revenue would be counted more than once.
 */
export function getPayeeAccount(budgetAccount: string): string {
  return TOKEN_ACCOUNT.test(budgetAccount) ? REVENUE : `${budgetAccount}${SPENT}`;
}

export function isBudgetAccount(account: string): boolean {
  return BUDGET_ACCOUNT.test(account);
}

/** Held and leased amounts. Their balance cannot be negative. */
export function isReserveAccount(account: string): boolean {
  return [HELD, LEASED].some((ending) => account.endsWith(ending));
}

/** Whether the balance is stored. For the other accounts, the row would be a lock that all transactions wait for. */
export function hasBalance(account: string): boolean {
  return isBudgetAccount(account) || isReserveAccount(account);
}
