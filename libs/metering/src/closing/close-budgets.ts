import { type DataSource, type EntityManager } from 'typeorm';
import { tryLockClosing } from './closing-lock.js';

/** The maximum number of budget accounts that one transaction closes. */
const MAX_ACCOUNTS = 100;
const MAX_STEPS = 20;

/** The end of the name of an account of a day, week or month. */
const DATED = '@((?:tokens:|requests:)?)(?:week-)?[0-9]{4}-[0-9-]+';
/** SQL for the name of the account into which such an account is merged. */
const CLOSED = (id: string): string => `regexp_replace(${id}, '${DATED}(/|$)', '@\\1closed\\2')`;
/** SQL for the day or month in the name, and for the last day of it, or the day of which the month is not over. */
const PERIOD = `substring(id FROM '([0-9]{4}-[0-9]{2}(?:-[0-9]{2})?)$')`;
const LAST_DAY = `CASE WHEN id LIKE '%week-%' THEN to_char(${PERIOD}::date + 6, 'YYYY-MM-DD') ELSE ${PERIOD} END`;

/**
 * Daily, weekly and monthly budgets have an account per period. Old ones are merged into one account (`@closed`) with the sums
 * of their limits, entries and balances, so that the rules of the ledger still hold.
 */
export class BudgetClosing {
  /** The last cutoff day for which all accounts were closed. */
  private completedDay: string | undefined;

  constructor(private readonly dataSource: DataSource) {}

  /** Returns how many accounts were closed; none while another process is closing. New ones expire at most once per day. */
  async closeBefore(cutoff: Date): Promise<number> {
    const day = cutoff.toISOString().slice(0, 10);
    if (day === this.completedDay) return 0;
    let closed = 0;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const count = await this.dataSource.transaction((manager) => closeBatch(manager, day));
      if (count === undefined) break;
      closed += count;
      if (count === MAX_ACCOUNTS) continue;
      this.completedDay = day;
      break;
    }
    return closed;
  }
}

/** Undefined if another process is closing. */
async function closeBatch(manager: EntityManager, day: string): Promise<number | undefined> {
  if (!(await tryLockClosing(manager))) return undefined;
  const accounts = await lockExpired(manager, day);
  if (accounts.length === 0) return 0;
  const names = accounts.map(({ id }) => id);
  await openClosedAccounts(manager, [...new Set(accounts.map(({ closed }) => closed))]);
  await manager.query(
    `UPDATE ledger_entries SET account_id = ${CLOSED('account_id')}
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

/** Locks accounts of past periods from which nothing is held or leased, and which paid for no stored task. */
async function lockExpired(manager: EntityManager, day: string): Promise<{ id: string; closed: string }[]> {
  return manager.query<{ id: string; closed: string }[]>(
    `WITH over AS (
       SELECT id FROM ledger_accounts WHERE id ~ '${DATED}$' AND ${LAST_DAY} < left($1, length(${PERIOD}))
         AND NOT EXISTS (SELECT FROM budget_leases WHERE account = id)
         AND NOT EXISTS (SELECT FROM ledger_accounts aside
           WHERE aside.id IN (ledger_accounts.id || '/held', ledger_accounts.id || '/leased') AND aside.balance <> 0)
         AND NOT EXISTS (SELECT FROM (SELECT unnest(other_budget_accounts) AS account FROM video_tasks) paid
           WHERE paid.account = ledger_accounts.id)
       ORDER BY id COLLATE "C" LIMIT ${MAX_ACCOUNTS})
     SELECT id, ${CLOSED('id')} AS closed FROM ledger_accounts JOIN over USING (id) ORDER BY id COLLATE "C" FOR UPDATE OF ledger_accounts`,
    [day],
  );
}

async function openClosedAccounts(manager: EntityManager, accounts: readonly string[]): Promise<void> {
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
     FROM (SELECT ${CLOSED('id')} AS id, sum(balance) AS added FROM ledger_accounts
       WHERE id = ANY($1) GROUP BY 1) sums
     WHERE closed.id = sums.id`,
    [accounts],
  );
}

/** Adds the last limit of each account. */
async function addLimits(manager: EntityManager, accounts: readonly string[]): Promise<void> {
  await manager.query(
    `INSERT INTO budget_limits AS closed (account, version, limit_micro_usd)
     SELECT ${CLOSED('account')}, 1, sum(limit_micro_usd) FROM (
       SELECT DISTINCT ON (account) account, limit_micro_usd FROM budget_limits
       WHERE account = ANY($1) AND limit_micro_usd IS NOT NULL ORDER BY account, version DESC) latest
     GROUP BY 1
     ON CONFLICT (account, version) DO UPDATE
       SET limit_micro_usd = closed.limit_micro_usd + excluded.limit_micro_usd`,
    [accounts],
  );
  await manager.query('DELETE FROM budget_limits WHERE account = ANY($1)', [accounts]);
}
