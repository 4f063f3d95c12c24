/** The rules of budgets, in the form of `LEDGER_RULES`. */
export const BUDGET_RULES: Readonly<Record<string, string>> = {
  'each transaction balances within every budget account': `
    SELECT transaction_id::text AS subject, split_part(account_id, '/', 1) || ' is off by ' || sum(amount) AS detail
    FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
    WHERE kind NOT IN ('grant', 'cut') AND (account_id ~ '^(owner:|global)' OR account_id ~ '^token:[^/]*@'
      OR kind NOT IN ('settle', 'refund', 'spend') AND account_id LIKE 'token:%')
    GROUP BY transaction_id, split_part(account_id, '/', 1) HAVING sum(amount) <> 0`,

  'the leased amount of a budget account equals the leases of the processes': `
    SELECT budget_account AS subject, 'ledger ' || sum(booked) || ', leases ' || sum(leased) AS detail
    FROM (
      SELECT left(id, -length('/leased')) AS budget_account, balance AS booked, 0 AS leased
      FROM ledger_accounts WHERE id LIKE '%/leased'
      UNION ALL SELECT account, 0, amount FROM budget_leases
    ) sides GROUP BY budget_account HAVING sum(booked) <> sum(leased)`,

  'the spent amount equals the charged amount': `
    SELECT COALESCE(spent.reference, charge.batch::text) AS subject,
      'ledger ' || COALESCE(spent.revenue::text, 'nothing')
        || ', charged ' || COALESCE(charge.cost_micro_usd::text, 'nothing') AS detail
    FROM (
      SELECT reference, COALESCE(sum(amount) FILTER (WHERE account_id = 'revenue'), 0) AS revenue
      FROM ledger_transactions t LEFT JOIN ledger_entries e ON e.transaction_id = t.id
      WHERE kind = 'spend' GROUP BY reference
    ) spent FULL JOIN usage_charges charge ON charge.batch::text = spent.reference
    WHERE spent.revenue IS DISTINCT FROM charge.cost_micro_usd`,

  'the granted amount of a budget account equals its budget': `
    SELECT account AS subject,
      'limit ' || COALESCE("limit"::text, 'none') || ', given ' || COALESCE(given, 0) AS detail
    FROM (
      SELECT DISTINCT ON (account) account, limit_micro_usd AS "limit" FROM budget_limits
      WHERE limit_micro_usd IS NOT NULL ORDER BY account, version DESC
    ) latest FULL JOIN (
      SELECT account_id AS account, sum(amount) AS given
      FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
      WHERE kind IN ('grant', 'cut') AND account_id <> 'budgets' GROUP BY account_id
    ) grants USING (account)
    WHERE "limit" <> COALESCE(given, 0) OR "limit" IS NULL AND account !~ '^token:[^@]*$'`,

  'a change of a budget books the difference': `
    SELECT account || '#' || version AS subject,
      'limit ' || before || ' to ' || "limit" || ', moved ' || COALESCE(sum(amount), 0) AS detail
    FROM (
      SELECT account, version, limit_micro_usd AS "limit", lag(limit_micro_usd) OVER changes AS before
      FROM budget_limits WHERE limit_micro_usd IS NOT NULL WINDOW changes AS (PARTITION BY account ORDER BY version)
    ) change
    LEFT JOIN ledger_transactions t ON t.reference = account || '#' || version AND t.kind IN ('grant', 'cut')
    LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND e.account_id = account
    WHERE before IS NOT NULL
    GROUP BY account, version, before, "limit" HAVING "limit" - before <> COALESCE(sum(amount), 0)`,

  'a budget account has a floor if and only if it has a budget': `
    SELECT account AS subject, 'limit ' || COALESCE("limit"::text, 'none') || ', floor '
      || COALESCE(floor::text, 'none') AS detail
    FROM (
      SELECT DISTINCT ON (account) account, limit_micro_usd AS "limit" FROM budget_limits ORDER BY account, version DESC
    ) latest LEFT JOIN ledger_accounts ON id = account
    WHERE ("limit" IS NULL) <> (floor IS NULL)`,

  'the slots of a rolling budget contain its spent amount': `
    SELECT account AS subject, 'slots ' || COALESCE(slots, 0) || ', ledger ' || COALESCE(spent, 0) AS detail
    FROM (SELECT account, sum(amount) AS slots FROM budget_slots GROUP BY account) counted
    FULL JOIN (
      SELECT left(account_id, -length('/spent')) AS account, sum(amount) AS spent
      FROM ledger_entries WHERE account_id ~ '[@:][0-9]+h/spent$' AND account_id ~ '@' GROUP BY account_id
    ) booked USING (account)
    WHERE COALESCE(slots, 0) <> COALESCE(spent, 0)`,

  'the amounts of a lease are not negative': `
    SELECT account || ' of ' || spool_owner AS subject, 'amount ' || amount || ', charged ' || charged AS detail
    FROM budget_leases WHERE amount < 0 OR charged < 0 OR settled < 0`,
};
