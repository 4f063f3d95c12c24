import { type DataSource } from 'typeorm';
import { BUDGET_RULES } from './budgets/budget-rules.js';
import { LEDGER_RULES } from './ledger-rules.js';

/** A violation of a rule. */
export interface LedgerFault {
  rule: string;
  subject: string;
  detail: string;
}

export interface LedgerReport {
  /** The number of checked transactions. */
  transactions: number;
  accounts: number;
  faults: LedgerFault[];
}

/** Checks all rules in one snapshot of the database, without blocking other transactions. */
export async function verifyLedger(dataSource: DataSource): Promise<LedgerReport> {
  return dataSource.transaction('REPEATABLE READ', async (manager) => {
    await manager.query('SET TRANSACTION READ ONLY');
    // A large ledger can take longer than the usual timeout.
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
