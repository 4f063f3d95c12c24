import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrateDatabase } from '#database';
import { type TestDatabase, createTestDatabase } from '../../../../test/gateway/index.js';

const modelgate = fileURLToPath(new URL('../../../../scripts/modelgate.mjs', import.meta.url));

describe('modelgate ledger verify, as a process of its own', () => {
  let database: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    await migrateDatabase(database.url);
    folder = mkdtempSync(join(tmpdir(), 'modelgate-test-ledger-'));
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  /** Only what a bare shell has: nothing of the surrounding test run may leak in. */
  function run(): Promise<{ exitCode: number | null; stdout: string }> {
    const { PATH = '', HOME = '/' } = process.env;
    const env = {
      PATH,
      HOME,
      DATABASE_URL: database.url,
      MODELGATE_DATA_DIR: folder,
      MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
    };
    return new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [modelgate, 'ledger', 'verify'],
        { env, cwd: folder },
        (_, stdout) => resolve({ exitCode: child.exitCode, stdout }),
      );
    });
  }

  it('ends with 0 where all is right, and with 1 where somebody has changed an entry', async () => {
    const account = `token:${randomUUID()}`;
    const [row] = await database.query(
      `WITH accounts AS (
         INSERT INTO ledger_accounts (id, balance, floor) VALUES ('budgets', NULL, NULL), ($1, 10, 0)),
       granted AS (INSERT INTO ledger_transactions (kind, reference) VALUES ('grant', 'budget') RETURNING id)
       INSERT INTO ledger_entries (transaction_id, account_id, amount)
       SELECT id, 'budgets', -10 FROM granted UNION ALL SELECT id, $1, 10 FROM granted
       RETURNING transaction_id AS id`,
      [account],
    );
    const right = await run();
    expect(right.stdout).toContain('Checked 1 transaction and 2 accounts: all is right.');
    expect(right.exitCode).toBe(0);

    await database.query('ALTER TABLE ledger_entries DISABLE TRIGGER USER');
    await database.query('UPDATE ledger_entries SET amount = 11 WHERE account_id = $1', [account]);
    const wrong = await run();
    expect(wrong.stdout).toMatch(
      new RegExp(`^the entries of a transaction sum to nothing +${String(row?.['id'])} +sum 1$`, 'm'),
    );
    expect(wrong.stdout).toMatch(
      new RegExp(
        `^the balance of an account is the sum of its entries +${account} +balance 10, entries 11$`,
        'm',
      ),
    );
    expect(wrong.stdout).toContain('Checked 1 transaction and 2 accounts: 2 differences.');
    expect(wrong.exitCode).toBe(1);
  }, 60_000);
});
