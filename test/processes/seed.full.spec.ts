import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, createTestDatabase } from '../harness/index.js';

const SEED = new URL('../../scripts/seed.mjs', import.meta.url).pathname;

describe('`npm run seed`', () => {
  let database: TestDatabase;
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-seed-'));

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  it('fills a database with a month of consistent data', async () => {
    const { PATH, HOME } = process.env;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [SEED, '--database-url', database.url, '--yes'],
      {
        env: {
          PATH,
          HOME,
          MODELGATE_DATA_DIR: folder,
          MODELGATE_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
        },
      },
    );
    expect(stdout).toContain('Sign in as admin@example.com');
    const [counts] = await database.query(
      `SELECT (SELECT count(*) FROM usage_events)::int AS requests, (SELECT count(*) FROM video_tasks)::int AS videos`,
    );
    expect(counts).toEqual({ requests: expect.any(Number), videos: expect.any(Number) });
    expect((counts as { requests: number }).requests).toBeGreaterThan(20_000);
    expect((counts as { videos: number }).videos).toBeGreaterThan(60);
  });
});
