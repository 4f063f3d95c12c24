import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AuditLog } from '#audit';
import { createDataSource } from '#database';
import { type TestDatabase, createTestDatabase } from '../../../../test/harness/index.js';
import { runCommandLine } from '../command-line.js';

/** Resolves to the exit code. */
async function run(...options: string[]): Promise<unknown> {
  await runCommandLine(['audit', 'verify', ...options]);
  return process.exitCode ?? 0;
}

async function createThreeTokens(url: string): Promise<void> {
  const dataSource = createDataSource({ url, entities: [], poolSize: 1 });
  await dataSource.initialize();
  const log = new AuditLog(dataSource);
  await dataSource.transaction(async (manager) => {
    for (const id of ['1', '2', '3']) {
      await log.append(manager, {
        actor: { kind: 'operator', id: 'operator', name: 'root' },
        action: 'token.create',
        subject: { type: 'token', id },
      });
    }
  });
  await dataSource.destroy();
}

describe('modelgate audit verify', () => {
  let database: TestDatabase;
  let folder: string;
  let printed: string;
  const formerEnvironment = process.env;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'modelgate-test-audit-'));
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
    await tamper('TRUNCATE audit_entries');
  });

  async function tamper(sql: string): Promise<void> {
    await database.query(`
      ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_are_final;
      ${sql};
      ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_are_final`);
  }

  /** The head that a check without faults prints. */
  async function printHead(): Promise<string> {
    await run();
    const [, head = ''] = /--head (\S+)/.exec(printed) ?? [];
    printed = '';
    return head;
  }

  it('prints the number of entries and the head if there are no faults', async () => {
    expect(await run()).toBe(0);
    expect(printed).toBe(
      'Checked 0 entries: no problems found.\n' +
        `Store this value elsewhere to detect a truncated log later: --head 0:${'0'.repeat(64)}\n`,
    );

    await createThreeTokens(database.url);
    const [last] = await database.query(
      `SELECT encode(hash, 'hex') AS hash FROM audit_entries WHERE seq = 3`,
    );
    printed = '';
    expect(await run()).toBe(0);
    expect(printed).toBe(
      'Checked 3 entries: no problems found.\n' +
        `Store this value elsewhere to detect a truncated log later: --head 3:${String(last?.['hash'])}\n`,
    );
  });

  it('prints a changed entry', async () => {
    await createThreeTokens(database.url);
    await tamper(`UPDATE audit_entries SET action = 'token.revoke' WHERE seq = 2`);
    expect(await run()).toBe(1);
    expect(printed).toBe(
      'ENTRY  FAULT\n' +
        '2      was changed: its content does not match its hash\n' +
        '\n' +
        'Checked 3 entries: 1 fault.\n',
    );
  });

  it('detects a truncated log with the stored head', async () => {
    await createThreeTokens(database.url);
    const head = await printHead();
    expect(await run('--head', head)).toBe(0);
    printed = '';
    await tamper('DELETE FROM audit_entries WHERE seq > 1');
    expect(await run('--head', head)).toBe(1);
    expect(printed).toContain('2      is missing, with all up to 3\n');
    expect(printed).toContain('Checked 1 entry: 1 fault.\n');
  });

  it('prints JSON with --json', async () => {
    await createThreeTokens(database.url);
    const [seq, hash] = (await printHead()).split(':');
    expect(await run('--json')).toBe(0);
    expect(JSON.parse(printed)).toEqual({ entries: 3, faults: [], head: { seq: Number(seq), hash } });

    await tamper('DELETE FROM audit_entries WHERE seq = 2');
    printed = '';
    expect(await run('--json')).toBe(1);
    expect(JSON.parse(printed)).toEqual({
      entries: 2,
      faults: [{ seq: 2, what: 'is missing' }],
      head: { seq: Number(seq), hash },
    });
  });

  it('prints the format of a head if it is invalid', async () => {
    expect(await run('--head', '3')).toBe(2);
    expect(printed).toBe('--head: "3" is not an entry number, a colon and a hash of 64 hex digits\n');
  });

  it('shows an example in its help', async () => {
    expect(await run('--help')).toBe(0);
    expect(printed).toContain('modelgate audit verify --head');
  });
});
