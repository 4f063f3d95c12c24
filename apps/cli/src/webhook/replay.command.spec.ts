import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { migrateDatabase } from '#database';
import { type TestDatabase, createTestDatabase } from '../../../../test/gateway/index.js';
import { runCommandLine } from '../command-line.js';

/** Answers the exit code. */
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
    await migrateDatabase(database.url);
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  beforeEach(async () => {
    printed = '';
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
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
        [id, randomUUID(), status, age],
      );
    }
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    process.env = formerEnvironment;
    process.exitCode = undefined;
    await database.query('DELETE FROM webhook_deliveries');
  });

  const pending = async (): Promise<unknown[]> => {
    const rows = await database.query(
      `SELECT id FROM webhook_deliveries WHERE status = 'pending' AND attempts = 0 ORDER BY created_at`,
    );
    return rows.map(({ id }) => id);
  };

  it('puts back what was given up, and says what', async () => {
    expect(await run('--dead')).toBe(0);
    expect(await pending()).toEqual(['msg_old', 'msg_dead']);
    expect(printed).toBe(
      'msg_old  video.completed  msg_old  https://example.com/hook\n' +
        'msg_dead  video.completed  msg_dead  https://example.com/hook\n' +
        '2 put back. A running gateway sends them now, else the next start does.\n',
    );
  });

  it('puts back what is young enough, also what arrived', async () => {
    expect(await run('--since', '1d')).toBe(0);
    expect(await pending()).toEqual(['msg_dead', 'msg_done']);
  });

  it('prints JSON for programs', async () => {
    expect(await run('--id', 'msg_done', '--json')).toBe(0);
    expect(JSON.parse(printed)).toEqual({
      replayed: [
        {
          id: 'msg_done',
          event: 'video.completed',
          subject: 'msg_done',
          url: 'https://example.com/hook',
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ],
    });
  });

  it('says that nothing fits', async () => {
    expect(await run('--id', 'msg_unknown')).toBe(0);
    expect(printed).toBe('No webhook fits; nothing was put back.\n');
    expect(await pending()).toEqual([]);
  });

  it.each([
    [[], 'Say what to send again: --since, --id, --token or --dead.'],
    [['--since', 'yesterday'], '--since: "yesterday" is neither'],
  ])('refuses %j', async (options, message) => {
    expect(await run(...options)).toBe(2);
    expect(printed).toContain(message);
    expect(await pending()).toEqual([]);
  });

  it('says what to do about a database that is older', async () => {
    const empty = await createTestDatabase();
    process.env['DATABASE_URL'] = empty.url;
    expect(await run('--dead')).toBe(1);
    expect(printed).toBe(
      'The database is older than this version: "modelgate migrate" brings it up to date.\n',
    );
    await empty.drop();
  });
});
