/** Matches the name of a budget account, without the suffix of its held, leased or spent account. */
const BUDGET_ACCOUNT = '^(token:|owner:|global)[^/]*';

/**
 * Queries that return the violations of a rule as rows of `subject` and `detail`. In a correct ledger all of them
 * return no rows. Most rules are also enforced by the database or the ledger; the queries find violations that happened
 * anyway.
 */
export const LEDGER_RULES: Readonly<Record<string, string>> = {
  'the entries of a transaction sum to zero': `
    SELECT transaction_id::text AS subject, 'sum ' || sum(amount) AS detail
    FROM ledger_entries GROUP BY transaction_id HAVING sum(amount) <> 0`,

  'a transaction has entries': `
    SELECT id::text AS subject, kind || ' ' || reference AS detail FROM ledger_transactions t
    WHERE NOT EXISTS (SELECT FROM ledger_entries WHERE transaction_id = t.id)`,

  'a transaction uses only accounts allowed for its kind': `
    SELECT t.id::text AS subject, kind || ' ' || reference || ', entry in ' || account_id AS detail
    FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
    WHERE (kind, CASE WHEN account_id ~ '${BUDGET_ACCOUNT}$' THEN 'budget_account'
                      WHEN account_id ~ '${BUDGET_ACCOUNT}/' THEN split_part(account_id, '/', 2) ELSE account_id END) NOT IN (
      ('grant', 'budgets'), ('grant', 'budget_account'), ('cut', 'budgets'), ('cut', 'budget_account'),
      ('hold', 'budget_account'), ('hold', 'held'),
      ('settle', 'held'), ('settle', 'revenue'), ('settle', 'spent'), ('settle', 'budget_account'),
      ('release', 'held'), ('release', 'budget_account'),
      ('refund', 'revenue'), ('refund', 'spent'), ('refund', 'budget_account'),
      ('lease', 'budget_account'), ('lease', 'leased'), ('lease-return', 'leased'), ('lease-return', 'budget_account'),
      ('spend', 'leased'), ('spend', 'budget_account'), ('spend', 'revenue'), ('spend', 'spent'),
      ('renew', 'spent'), ('renew', 'budget_account'),
      ('orphan-cost', 'write-off'), ('orphan-cost', 'provider-cost'))`,

  'the balance of an account is the sum of its entries': `
    SELECT a.id AS subject,
      'balance ' || COALESCE(a.balance::text, 'missing') || ', entries ' || COALESCE(sum(e.amount), 0) AS detail
    FROM ledger_accounts a LEFT JOIN ledger_entries e ON e.account_id = a.id
    WHERE a.balance IS NOT NULL OR a.id ~ '${BUDGET_ACCOUNT}(/held|/leased)?$'
    GROUP BY a.id HAVING a.balance IS DISTINCT FROM COALESCE(sum(e.amount), 0)`,

  'no account is below its floor': `
    SELECT id AS subject, 'balance ' || balance || ', floor ' || COALESCE(floor, 0) AS detail
    FROM ledger_accounts
    WHERE balance < CASE WHEN id ~ '/(held|leased)$' THEN COALESCE(floor, 0) ELSE floor END`,

  'a hold lasts no longer than its task': `
    SELECT hold.reference AS subject, 'task ' || COALESCE(task.status, 'gone') || ', hold not ended' AS detail
    FROM ledger_transactions hold LEFT JOIN video_tasks task ON task.id = hold.reference
    WHERE hold.kind = 'hold' AND (task.status IS NULL OR task.status IN ('completed', 'failed'))
      AND NOT EXISTS (SELECT FROM ledger_transactions ending
        WHERE ending.reference = hold.reference AND ending.kind IN ('settle', 'release'))`,

  'a hold lasts as long as its task': `
    SELECT task.id AS subject, 'task ' || task.status || ', ' || ending.kind || ' already' AS detail
    FROM video_tasks task JOIN ledger_transactions ending ON ending.reference = task.id
    WHERE task.status IN ('queued', 'in_progress') AND ending.kind IN ('settle', 'release')`,

  'a hold ends exactly once, in full': `
    SELECT reference AS subject, account_id || ' is left with ' || sum(amount) AS detail
    FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
    WHERE account_id LIKE '%/held' GROUP BY reference, account_id
    HAVING bool_or(kind IN ('settle', 'release')) AND sum(amount) <> 0`,

  'the held amount of a task equals its hold': `
    SELECT task.id AS subject,
      'task ' || needed || ', ledger ' || COALESCE(sum(e.amount), 0)
        || CASE WHEN budget_account LIKE 'token:%' AND budget_account NOT LIKE '%@%' THEN '' ELSE ' in ' || budget_account END AS detail
    FROM video_tasks task
    CROSS JOIN LATERAL (
      SELECT regexp_replace(charged, '#[0-9]+$', '') AS budget_account, CASE WHEN charged ~ '@requests' THEN 1
        WHEN charged ~ '@tokens' THEN 0 ELSE task.held_micro_usd END AS needed
      FROM unnest(ARRAY['token:' || task.token_id] || task.other_budget_accounts) AS charged
    ) AS payer
    LEFT JOIN ledger_transactions t ON t.reference = task.id AND t.kind = 'hold'
    LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND e.account_id = budget_account || '/held'
    GROUP BY task.id, budget_account, needed HAVING needed <> COALESCE(sum(e.amount), 0)`,

  'the cost of a task equals its settled amount': `
    SELECT task.id AS subject,
      'task ' || COALESCE(task.cost_micro_usd, 0) || ', ledger ' || COALESCE(sum(e.amount), 0) AS detail
    FROM video_tasks task
    LEFT JOIN ledger_transactions t ON t.reference = task.id AND t.kind = 'settle'
    LEFT JOIN ledger_entries e ON e.transaction_id = t.id AND e.account_id = 'revenue'
    GROUP BY task.id HAVING COALESCE(task.cost_micro_usd, 0) <> COALESCE(sum(e.amount), 0)`,

  'refunds do not exceed the paid amount': `
    SELECT split_part(reference, '/refund/', 1) AS subject,
      'paid ' || COALESCE(sum(amount) FILTER (WHERE kind = 'settle'), 0)
        || ', refunded ' || -sum(amount) FILTER (WHERE kind = 'refund') AS detail
    FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
    WHERE account_id = 'revenue' AND kind IN ('settle', 'refund')
    GROUP BY split_part(reference, '/refund/', 1) HAVING sum(amount) < 0`,
};
