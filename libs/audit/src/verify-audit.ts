import { type DataSource } from 'typeorm';
import { type AuditHead } from './audit-head.js';
import { SELECT_ENTRIES } from './audit-rows.js';
import { type AuditReport, ChainCheck } from './chain-check.js';
import { type ChainedEntry } from './chained-entry.js';

const BATCH_SIZE = 1_000;

/** Recomputes the whole chain in one snapshot of the database. Entries can be appended meanwhile. */
export async function verifyAudit(dataSource: DataSource, expectedHead?: AuditHead): Promise<AuditReport> {
  return dataSource.transaction('REPEATABLE READ', async (manager) => {
    await manager.query('SET TRANSACTION READ ONLY');
    // A long log can take longer than the usual statement timeout.
    await manager.query('SET LOCAL statement_timeout = 0');
    await manager.query(
      `DECLARE whole_log NO SCROLL CURSOR FOR ${SELECT_ENTRIES} ORDER BY audit_entries.seq`,
    );
    const check = new ChainCheck(expectedHead);
    let batch: ChainedEntry[];
    do {
      batch = await manager.query<ChainedEntry[]>(`FETCH ${BATCH_SIZE} FROM whole_log`);
      for (const entry of batch) check.next(entry);
    } while (batch.length > 0);
    return check.report();
  });
}
