/**
 * SQL for the amount spent from a budget account, in millionths of a dollar: its latest limit, less its balance and its
 * held and leased amounts. `account` is an SQL expression.
 */
export function buildSpentSql(account: string): string {
  return `(${buildLatestLimitSql(account)}
    - coalesce((SELECT sum(balance) FROM ledger_accounts
      WHERE id IN (${listBalanceIds(account).join(', ')})), 0))::float8`;
}

/** SQL for the latest limit of a budget account; 0 if it never had one. */
export function buildLatestLimitSql(account: string): string {
  return `coalesce((SELECT limit_micro_usd FROM budget_limits
    WHERE account = ${account} AND limit_micro_usd IS NOT NULL ORDER BY version DESC LIMIT 1), 0)`;
}

/** SQL for the ids of the ledger accounts whose balances sum to the unspent part of the limit. */
export function listBalanceIds(account: string): [own: string, held: string, leased: string] {
  return [account, `${account} || '/held'`, `${account} || '/leased'`];
}
