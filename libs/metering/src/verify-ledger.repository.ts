import { type DataSource } from 'typeorm';
import { BUDGET_RULES } from './budgets/budget-rules.js';
import { LEDGER_RULES } from './ledger-rules.js';

/** One thing that is not as it should be. */
export interface LedgerFault {
  rule: string;
  subject: string;
  detail: string;
}

export interface LedgerReport {
  /** How many were checked. */
  transactions: number;
  accounts: number;
  faults: LedgerFault[];
}

/** Recomputes everything, in one view of the database, while others go on working with it. */
export async function verifyLedger(dataSource: DataSource): Promise<LedgerReport> {
  return dataSource.transaction('REPEATABLE READ', async (manager) => {
    await manager.query('SET TRANSACTION READ ONLY');
    // A ledger of years takes its time.
    await manager.query('SET LOCAL statement_timeout = 0');
    const faults: LedgerFault[] = [];
    for (const [rule, query] of Object.entries({ ...LEDGER_RULES, ...BUDGET_RULES })) {
      const rows = await manager.query<{ subject: string; detail: string }[]>(query);
      faults.push(...rows.map(({ subject, detail }) => ({ rule, subject, detail })));
    }
    const [counts] = await manager.query<{ transactions: string; accounts: string }[]>(
      `SELECT (SELECT count(*) FROM ledger_transactions) AS transactions,
              (SELECT count(*) FROM ledger_accounts) AS accounts`,
    );
    return {
      transactions: Number(counts?.transactions ?? 0),
      accounts: Number(counts?.accounts ?? 0),
      faults,
    };
  });
}
