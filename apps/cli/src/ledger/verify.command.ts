import { readEnvironment } from '#config';
import { createDataSource } from '#database';
import { type LedgerReport, verifyLedger } from '#metering';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { loadConfigOrFail } from '../load-config-or-fail.js';
import { printLine } from '../print-line.js';
import { withDatabase } from '../with-database.js';
import { describeReport } from './describe-report.js';

export interface VerifyOptions {
  json?: boolean;
}

/** What Postgres says of a table or a column that is not there. */
const NOT_MIGRATED: readonly unknown[] = ['42P01', '42703'];

/** Recomputes every sum of the ledger, and answers the exit code: a failure where anything is not as it should be. */
export async function verifyBooks({ json }: VerifyOptions): Promise<number> {
  const config = loadConfigOrFail(readEnvironment());
  const print = json === true ? () => undefined : printLine;
  const report = await withDatabase(config, { print, onStop: 'Finishing the check first …' }, verify);
  if (json === true) printLine(JSON.stringify(report, undefined, 2));
  else describeReport(report).forEach(printLine);
  return report.faults.length === 0 ? exitCodes.success : exitCodes.failure;
}

async function verify(url: string): Promise<LedgerReport> {
  const dataSource = createDataSource({ url, entities: [], poolSize: 1 });
  await dataSource.initialize();
  try {
    return await verifyLedger(dataSource);
  } catch (error) {
    if (!NOT_MIGRATED.includes((error as { code?: unknown }).code)) throw error;
    throw new CommandFailure(
      'The database is older than this version: "modelgate migrate" brings it up to date.',
      exitCodes.failure,
    );
  } finally {
    await dataSource.destroy();
  }
}
