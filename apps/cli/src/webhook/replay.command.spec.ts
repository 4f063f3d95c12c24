import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type TestDatabase, createTestDatabase } from '../../../../test/harness/index.js';
import { runCommandLine } from '../command-line.js';

const TOKEN = randomUUID();

/** Resolves to the exit code. */
async function run(...options: string[]): Promise<unknown> {
  await runCommandLine(['webhook', 'replay', ...options]);
  return process.exitCode ?? 0;
}

describe('modelgate webhook replay', () => {
  let database: TestDatabase;
  let folder: string;
  let printed: string;
  const formerEnvironment = process.env;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'modelgate-test-replay-'));
    await database.query(
      `INSERT INTO tokens (id, name, key_hash, key_hint, origin) VALUES ($1, 'ci', sha256('ci'), '…', 'console')`,
      [TOKEN],
    );
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  beforeEach(async () => {
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
    for (const [id, status, age] of [
      ['msg_old', 'dead', '3 days'],
      ['msg_dead', 'dead', '2 hours'],
      ['msg_done', 'delivered', '1 hour'],
    ]) {
      await database.query(
        `INSERT INTO webhook_deliveries (id, token_id, url, event, subject, payload, status, attempts, created_at)
         VALUES ($1, $2, 'https://example.com/hook', 'video.completed', $1, '{}', $3, 10, now() - $4::interval)`,
        [id, TOKEN, status, age],
      );
    }
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    process.env = formerEnvironment;
    process.exitCode = undefined;
    await database.query('DELETE FROM webhook_deliveries');
  });

  const loadPending = async (): Promise<unknown[]> => {
    const rows = await database.query(
      `SELECT id FROM webhook_deliveries WHERE status = 'pending' AND attempts = 0 ORDER BY created_at`,
    );
    return rows.map(({ id }) => id);
  };

  it('queues failed deliveries again and prints them', async () => {
    expect(await run('--dead')).toBe(0);
    expect(await loadPending()).toEqual(['msg_old', 'msg_dead']);
    expect(printed).toBe(
      'WEBHOOK   EVENT            SUBJECT   TOKEN  URL\n' +
        'msg_old   video.completed  msg_old   ci     https://example.com/hook\n' +
        'msg_dead  video.completed  msg_dead  ci     https://example.com/hook\n' +
        '\n' +
        '2 webhooks queued. Queued webhooks are sent now if the gateway is running, otherwise at the next start.\n',
    );
  });

  it('queues deliveries created since a time, including delivered ones', async () => {
    expect(await run('--since', '1d')).toBe(0);
    expect(await loadPending()).toEqual(['msg_dead', 'msg_done']);
  });

  it('prints JSON with --json', async () => {
    expect(await run('--id', 'msg_done', '--json')).toBe(0);
    expect(JSON.parse(printed)).toMatchObject({
      replayed: [
        {
          id: 'msg_done',
          state: 'pending',
          type: 'video.completed',
          subject: 'msg_done',
          token_name: 'ci',
          url: 'https://example.com/hook',
        },
      ],
    });
    const entries = `SELECT DISTINCT actor->>'kind' AS kind FROM audit_entries WHERE subject_id = 'msg_done'`;
    expect(await database.query(entries)).toEqual([{ kind: 'operator' }]);
  });

  it.each([
    ['--id', 'msg_done', '--dead'],
    ['--id', 'msg_old', '--since', '1d'],
  ])('prints that no delivery matches %s %s %s', async (...options) => {
    expect(await run(...options)).toBe(0);
    expect(printed).toBe('No matching webhooks found. Nothing was queued.\n');
    expect(await loadPending()).toEqual([]);
  });

  it('skips a delivery that is being sent', async () => {
    await database.query(
      `UPDATE webhook_deliveries SET lease_until = now() + interval '1 minute' WHERE id = 'msg_dead'`,
    );
    expect(await run('--dead')).toBe(0);
    expect(await loadPending()).toEqual(['msg_old']);
    expect(printed).toMatch(/^msg_dead is being sent right now and was skipped\.$/m);
  });

  it('requires a filter', async () => {
    expect(await run()).toBe(2);
    expect(printed).toBe('Pass at least one filter: --since, --id, --token or --dead.\n');
    expect(await loadPending()).toEqual([]);
  });
});
