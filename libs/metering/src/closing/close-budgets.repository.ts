import { type DataSource, type EntityManager } from 'typeorm';
import { beginClosing } from './closing-lock.repository.js';

/** So many budget accounts are closed in one transaction. */
const MAX_ACCOUNTS = 100;
const MAX_STEPS = 20;

/** A budget account of a day or a month, and the one that those of its budget become. */
const BASE = `regexp_replace(id, '@[0-9-]+$', '')`;
const PERIOD = `substring(id FROM '@([0-9]{4}-[0-9]{2}(?:-[0-9]{2})?)$')`;

/**
 * Budgets of a day or a month have an account for each. Those that were over long ago become one, which has all that they
 * were given, spent and left: its balance is the sum of its entries, as theirs were, and what it was given their limits.
 */
export class BudgetClosing {
  /** The last day for which all is done. */
  private doneDay: string | undefined;

  constructor(private readonly dataSource: DataSource) {}

  /** Answers how many accounts were closed. There are new ones once a day at most. */
  async closeBefore(cutoff: Date): Promise<number> {
    const day = cutoff.toISOString().slice(0, 10);
    if (day === this.doneDay) return 0;
    let closed = 0;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const count = await this.dataSource.transaction((manager) => closeSome(manager, day));
      closed += count;
      if (count === MAX_ACCOUNTS) continue;
      this.doneDay = day;
      break;
    }
    return closed;
  }
}

async function closeSome(manager: EntityManager, day: string): Promise<number> {
  if (!(await beginClosing(manager))) return 0;
  const accounts = await findOver(manager, day);
  if (accounts.length === 0) return 0;
  const names = accounts.map(({ id }) => id);
  await openClosed(manager, [...new Set(accounts.map(({ base }) => `${base}@closed`))]);
  await manager.query(
    `UPDATE ledger_entries SET account_id = regexp_replace(account_id, '@[0-9-]+(/|$)', '@closed\\1')
     WHERE account_id = ANY(ARRAY(SELECT id || ending FROM unnest($1::text[]) AS id,
       unnest(ARRAY['', '/held', '/leased', '/spent']) AS ending))`,
    [names],
  );
  await addBalances(manager, names);
  await addLimits(manager, names);
  await manager.query('DELETE FROM budget_thresholds WHERE account = ANY($1)', [names]);
  await manager.query(
    `DELETE FROM ledger_accounts WHERE id = ANY(ARRAY(SELECT id || ending FROM unnest($1::text[]) AS id,
       unnest(ARRAY['', '/held', '/leased', '/spent']) AS ending))`,
    [names],
  );
  return names.length;
}

/** Nothing is set aside of them, and no task that is still kept was paid from them. */
async function findOver(manager: EntityManager, day: string): Promise<{ id: string; base: string }[]> {
  return manager.query<{ id: string; base: string }[]>(
    `WITH over AS (
       SELECT id FROM ledger_accounts WHERE id ~ '@[0-9-]+$' AND ${PERIOD} < left($1, length(${PERIOD}))
         AND NOT EXISTS (SELECT FROM budget_leases WHERE account = id)
         AND NOT EXISTS (SELECT FROM ledger_accounts aside
           WHERE aside.id IN (ledger_accounts.id || '/held', ledger_accounts.id || '/leased') AND aside.balance <> 0)
         AND NOT EXISTS (SELECT FROM (SELECT unnest(other_budget_accounts) AS account FROM video_tasks) paid
           WHERE paid.account = ledger_accounts.id)
       ORDER BY id COLLATE "C" LIMIT ${MAX_ACCOUNTS})
     SELECT id, ${BASE} AS base FROM ledger_accounts JOIN over USING (id) ORDER BY id COLLATE "C" FOR UPDATE OF ledger_accounts`,
    [day],
  );
}

async function openClosed(manager: EntityManager, accounts: readonly string[]): Promise<void> {
  await manager.query(
    `INSERT INTO ledger_accounts (id, balance, floor)
     SELECT account || ending, CASE WHEN ending <> '/spent' THEN 0 END, CASE WHEN ending <> '/spent' THEN 0 END
     FROM unnest($1::text[]) AS account, unnest(ARRAY['', '/held', '/leased', '/spent']) AS ending
     ORDER BY 1 ON CONFLICT DO NOTHING`,
    [accounts],
  );
}

async function addBalances(manager: EntityManager, accounts: readonly string[]): Promise<void> {
  await manager.query(
    `UPDATE ledger_accounts closed SET balance = balance + added, floor = LEAST(0, balance + added)
     FROM (SELECT ${BASE} || '@closed' AS id, sum(balance) AS added FROM ledger_accounts
       WHERE id = ANY($1) GROUP BY 1) sums
     WHERE closed.id = sums.id`,
    [accounts],
  );
}

/** What they were given is the last limit that each had. */
async function addLimits(manager: EntityManager, accounts: readonly string[]): Promise<void> {
  await manager.query(
    `INSERT INTO budget_limits AS closed (account, version, limit_micro_usd)
     SELECT regexp_replace(account, '@[0-9-]+$', '@closed'), 1, sum(limit_micro_usd) FROM (
       SELECT DISTINCT ON (account) account, limit_micro_usd FROM budget_limits
       WHERE account = ANY($1) AND limit_micro_usd IS NOT NULL ORDER BY account, version DESC) latest
     GROUP BY 1
     ON CONFLICT (account, version) DO UPDATE
       SET limit_micro_usd = closed.limit_micro_usd + excluded.limit_micro_usd`,
    [accounts],
  );
  await manager.query('DELETE FROM budget_limits WHERE account = ANY($1)', [accounts]);
}
