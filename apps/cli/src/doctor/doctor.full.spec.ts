import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrateDatabase } from '#database';
import { startEmbeddedPostgres } from '#embedded-postgres';
import { runHere } from '../../../../test/cli/run-here.js';
import { type TestDatabase, createTestDatabase } from '../../../../test/harness/index.js';
import { PgBouncer } from '../../../../test/processes/pgbouncer.js';
import { RedisServer } from '../../../../test/processes/redis-server.js';
import { type Finding } from './finding.js';

describe('modelgate doctor', () => {
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-doctor-'));
  const key = randomBytes(32).toString('base64');
  let database: TestDatabase;
  let redis: RedisServer;

  beforeAll(async () => {
    database = await createTestDatabase();
    redis = await RedisServer.start();
  });

  afterAll(async () => {
    await redis.kill();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  async function loadFindings(check: string, environment: Record<string, string>): Promise<Finding[]> {
    const place = { cwd: folder, PORT: '0', MODELGATE_DATA_DIR: folder, MODELGATE_SECRET_KEY: key };
    const { stdout } = await runHere(['doctor', '--json'], { ...place, ...environment });
    const { findings: all } = JSON.parse(stdout) as { findings: Finding[] };
    return all.filter((finding) => finding.check === check);
  }

  it('has no failures for an embedded database and its key', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'modelgate-test-doctor-embedded-'));
    // The database server may run as another user.
    chmodSync(dataDir, 0o755);
    writeFileSync(join(dataDir, 'secret.key'), key);
    const server = await startEmbeddedPostgres({ dataDir });
    await migrateDatabase(server.url);
    const { stdout } = await runHere(['doctor', '--json'], {
      cwd: dataDir,
      PORT: '0',
      MODELGATE_DATA_DIR: dataDir,
    });
    const { findings: all } = JSON.parse(stdout) as { findings: Finding[] };
    expect(all.filter(({ status }) => status === 'fail')).toEqual([]);
    expect(all).toContainEqual({ check: 'secret key', status: 'ok', message: 'decrypts the stored secrets' });
    expect(all).toContainEqual({ check: 'changes', status: 'ok', message: 'notifications arrive' });
    await server.stop();
    rmSync(dataDir, { recursive: true });
  });

  it('detects that Redis evicts keys', async () => {
    const environment = { DATABASE_URL: database.url, REDIS_URL: redis.url };
    expect(await loadFindings('queue', environment)).toMatchObject([
      { status: 'ok', message: 'Redis responds' },
      { status: 'ok', message: 'Redis does not evict keys (noeviction)' },
    ]);
    await redis.configure('maxmemory-policy', 'allkeys-lru');
    expect(await loadFindings('queue', environment)).toMatchObject([
      { status: 'ok' },
      { status: 'fail', message: 'Redis evicts keys when its memory is full (allkeys-lru)' },
    ]);
  });

  it.each([
    ['cluster', 'Redis is part of a Redis Cluster'],
    ['sentinel', 'Redis is a Redis Sentinel'],
    ['replica', 'Redis is a read-only replica'],
  ] as const)('detects an unsupported Redis server: %s', async (kind, message) => {
    const server = await RedisServer.start(kind);
    const environment = { DATABASE_URL: database.url, REDIS_URL: server.url };
    expect(await loadFindings('queue', environment)).toMatchObject([
      { status: 'fail', message: expect.stringContaining(message) },
    ]);
    await server.kill();
  });

  it('detects a pooler in transaction mode, and accepts a direct URL', async () => {
    const poolMode = 'transaction';
    const bouncer = await PgBouncer.start(database.url, { poolMode, ignores: ['statement_timeout'] });
    expect(await loadFindings('changes', { DATABASE_URL: bouncer.url })).toMatchObject([
      { status: 'fail', advice: expect.stringContaining('Set DATABASE_DIRECT_URL') },
    ]);
    const withDirectUrl = { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: database.url };
    expect(await loadFindings('changes', withDirectUrl)).toMatchObject([
      { status: 'ok', message: 'notifications arrive (direct connection)' },
    ]);
    await bouncer.stop();
  });

  it('detects a pooler that rejects the connection parameters', async () => {
    const bouncer = await PgBouncer.start(database.url, { poolMode: 'transaction' });
    expect(await loadFindings('database', { DATABASE_URL: bouncer.url })).toMatchObject([
      { status: 'fail', message: expect.stringContaining('set DATABASE_DIRECT_URL') },
    ]);
    await bouncer.stop();
  });
});
