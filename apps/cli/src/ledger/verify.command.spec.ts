import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createDataSource } from '#database';
import { LedgerRepository } from '#metering';
import {
  type TestDatabase,
  createEmptyDatabase,
  createTestDatabase,
} from '../../../../test/harness/index.js';
import { runCommandLine } from '../command-line.js';

const BOOKING = { reference: 'video_1', tokenId: randomUUID() };

/** Resolves to the exit code. */
async function run(...options: string[]): Promise<unknown> {
  await runCommandLine(['ledger', 'verify', ...options]);
  return process.exitCode ?? 0;
}

async function buyOneVideo(url: string): Promise<void> {
  const dataSource = createDataSource({ url, entities: [], poolSize: 1 });
  await dataSource.initialize();
  const ledger = new LedgerRepository();
  await dataSource.transaction(async (manager) => {
    await ledger.hold(manager, BOOKING, 80);
    await ledger.settle(manager, BOOKING, { heldMicroUsd: 80, costMicroUsd: 30 });
  });
  await dataSource.destroy();
}

describe('modelgate ledger verify', () => {
  let database: TestDatabase;
  let folder: string;
  let printed: string;
  const formerEnvironment = process.env;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'modelgate-test-ledger-'));
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  beforeEach(() => {
    printed = '';
    for (const stream of [process.stdout, process.stderr]) {
      jest.spyOn(stream, 'write').mockImplementation((text) => {
        printed += String(text);
        return true;
      });
    }
    process.env = {
      ...formerEnvironment,
      DATABASE_URL: database.url,
      MODELGATE_DATA_DIR: folder,
      MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
    };
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    process.env = formerEnvironment;
    process.exitCode = undefined;
    await database.query(`
      TRUNCATE ledger_entries, ledger_transactions, ledger_accounts;
      ALTER TABLE ledger_entries ENABLE TRIGGER USER`);
  });

  /** Makes a transaction unbalanced and returns its id. */
  async function tamper(): Promise<string> {
    await database.query('ALTER TABLE ledger_entries DISABLE TRIGGER USER');
    const [row] = await database.query(
      `UPDATE ledger_entries SET amount = 20 WHERE account_id = 'revenue' RETURNING transaction_id AS id`,
    );
    return String(row?.['id']);
  }

  it('prints the number of transactions and accounts if there are no faults', async () => {
    expect(await run()).toBe(0);
    expect(printed).toBe('Checked 0 transactions and 0 accounts: no problems found.\n');

    await buyOneVideo(database.url);
    printed = '';
    expect(await run()).toBe(0);
    expect(printed).toBe('Checked 2 transactions and 3 accounts: no problems found.\n');
  });

  it('prints a changed entry', async () => {
    await buyOneVideo(database.url);
    const id = await tamper();
    expect(await run()).toBe(1);
    expect(printed).toBe(
      `RULE                                      SUBJECT                               DETAIL\n` +
        `the entries of a transaction sum to zero  ${id}  sum -10\n` +
        `\n` +
        `Checked 2 transactions and 3 accounts: 1 difference.\n`,
    );
  });

  it('prints JSON with --json', async () => {
    await buyOneVideo(database.url);
    expect(await run('--json')).toBe(0);
    expect(JSON.parse(printed)).toEqual({ transactions: 2, accounts: 3, faults: [] });

    const subject = await tamper();
    printed = '';
    expect(await run('--json')).toBe(1);
    expect(JSON.parse(printed)).toEqual({
      transactions: 2,
      accounts: 3,
      faults: [{ rule: 'the entries of a transaction sum to zero', subject, detail: 'sum -10' }],
    });
  });

  it('advises to migrate an outdated database', async () => {
    const empty = await createEmptyDatabase();
    process.env['DATABASE_URL'] = empty.url;
    expect(await run()).toBe(1);
    expect(printed).toBe('The database schema is outdated. Run "modelgate migrate", or start the gateway.\n');
    await empty.drop();
  });

  it('shows an example in its help', async () => {
    expect(await run('--help')).toBe(0);
    expect(printed).toContain('modelgate ledger verify --json');
  });
});
