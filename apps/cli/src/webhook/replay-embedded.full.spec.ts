import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { migrateDatabase } from '#database';
import { startEmbeddedPostgres } from '#embedded-postgres';
import { Client } from 'pg';
import { runCommandLine } from '../command-line.js';

async function query(url: string, sql: string, parameters: unknown[] = []): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, parameters)).rows;
  } finally {
    await client.end();
  }
}

describe('modelgate webhook replay with the embedded database', () => {
  let dataDir: string;
  let printed: string;
  const formerEnvironment = process.env;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'modelgate-test-replay-'));
    // The database server may run as another user.
    chmodSync(dataDir, 0o755);
    writeFileSync(join(dataDir, 'secret.key'), randomBytes(32).toString('base64'));
    process.env = { ...formerEnvironment, MODELGATE_DATA_DIR: dataDir };
    printed = '';
    for (const stream of [process.stdout, process.stderr]) {
      jest.spyOn(stream, 'write').mockImplementation((text) => {
        printed += String(text);
        return true;
      });
    }
  });

  afterEach(() => {
    jest.restoreAllMocks();
    process.env = formerEnvironment;
    process.exitCode = undefined;
    rmSync(dataDir, { recursive: true });
  });

  it('uses the running database, or starts it', async () => {
    const server = await startEmbeddedPostgres({ dataDir });
    await migrateDatabase(server.url);
    await query(
      server.url,
      `INSERT INTO webhook_deliveries (id, token_id, url, event, subject, payload, status)
       VALUES ('msg_1', $1, 'https://example.com/hook', 'video.completed', 'task', '{}', 'dead')`,
      [randomUUID()],
    );
    await runCommandLine(['webhook', 'replay', '--dead']);
    expect(printed).toContain('1 webhook queued.');
    expect(await query(server.url, 'SELECT status FROM webhook_deliveries')).toEqual([{ status: 'pending' }]);
    await server.stop();

    printed = '';
    await runCommandLine(['webhook', 'replay', '--since', '1h', '--json']);
    expect(JSON.parse(printed)).toMatchObject({ replayed: [{ id: 'msg_1' }] });
    expect(process.exitCode).toBeUndefined();
  });
});
