import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SecretBox } from '#secrets';
import {
  type TestDatabase,
  createEmptyDatabase,
  createTestDatabase,
} from '../../../../test/harness/index.js';
import { runHere } from '../../../../test/cli/run-here.js';
import {
  type CommandResult,
  type CommandEnvironment,
  runModelgate,
} from '../../../../test/cli/run-modelgate.js';
import { type Finding } from './finding.js';
import { type SmallServer, startServer } from '../../../../test/small-server/index.js';

const CHANNEL = '6a4b1f5e-8f5d-4f0e-9d55-6c1f2f1f0a11';

/** A port without a listener. */
const UNREACHABLE_URL = 'http://127.0.0.1:9/v1';

describe('modelgate doctor', () => {
  let database: TestDatabase;
  let folder: string;
  let key: Buffer;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'modelgate-test-doctor-'));
    key = randomBytes(32);
    const secrets = JSON.stringify({ apiKeys: ['sk-1'], headers: {} });
    await database.query(
      `INSERT INTO channels (id, name, provider, base_url, secrets, models, timeouts, origin)
       VALUES ($1, 'main', 'openai', $3, $2, '[]', '{}', 'console')`,
      [CHANNEL, new SecretBox(key).seal(secrets, `channels/${CHANNEL}/secrets`), UNREACHABLE_URL],
    );
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  const createPlace = (environment: Record<string, string>): CommandEnvironment => ({
    cwd: folder,
    PORT: '0',
    DATABASE_URL: database.url,
    MODELGATE_DATA_DIR: folder,
    MODELGATE_SECRET_KEY: key.toString('base64'),
    ...environment,
  });

  const run = (environment: Record<string, string>, ...options: string[]): Promise<CommandResult> =>
    runHere(['doctor', ...options], createPlace(environment));

  async function loadFindings(environment: Record<string, string>): Promise<Finding[]> {
    const { stdout } = await run(environment, '--json');
    return (JSON.parse(stdout) as { findings: Finding[] }).findings;
  }

  it('prints one line per check, and exits with 0 if there are no failures', async () => {
    const { exitCode, stdout } = await run({});
    expect(stdout).toMatch(/^database +ok +the schema is up to date/m);
    expect(stdout).toMatch(/^clock +ok /m);
    expect(stdout).toMatch(/^secret key +ok +decrypts the stored secrets$/m);
    expect(stdout).toMatch(/^config file +ok +no config file has been applied$/m);
    expect(stdout).toMatch(/^queue +ok +the queue is in the database$/m);
    expect(stdout).toMatch(/^channels +ok +1 enabled$/m);
    expect(stdout).toMatch(/^data folder +ok .*is writable$/m);
    expect(stdout).toMatch(/^changes +ok +notifications arrive$/m);
    expect(stdout).toMatch(/^media +ok +generated files are in the data folder$/m);
    expect(stdout).toMatch(/^media folder +ok +no process is running$/m);
    expect(stdout).toMatch(/, 0 failed$/m);
    expect(exitCode).toBe(0);
  });

  it('stops at an invalid configuration and prints the error', async () => {
    const { exitCode, stdout } = await run({ REDIS_URL: 'http://127.0.0.1' });
    expect(stdout).toMatch(/^config +fail +REDIS_URL: the value is not a redis/m);
    expect(stdout).not.toContain('database');
    expect(exitCode).toBe(1);
  });

  it('reports unreachable servers with advice', async () => {
    // Runs as a process, to prove that it exits although a client still tries to connect.
    const { exitCode, stdout } = await runModelgate(
      ['doctor'],
      createPlace({ REDIS_URL: 'redis://127.0.0.1:9' }),
    );
    expect(stdout).toMatch(/^queue +fail +Redis does not respond: .*ECONNREFUSED/m);
    expect(stdout).toContain('correct REDIS_URL');
    expect(exitCode).toBe(1);

    const found = await loadFindings({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
    expect(found).toContainEqual(
      expect.objectContaining({
        check: 'database',
        status: 'fail',
        message: expect.stringContaining('does not respond'),
      }),
    );
  });

  it('detects a wrong secret key', async () => {
    const found = await loadFindings({ MODELGATE_SECRET_KEY: randomBytes(32).toString('base64') });
    expect(found).toContainEqual(
      expect.objectContaining({
        check: 'secret key',
        status: 'fail',
        advice: expect.stringContaining('Restore the key'),
      }),
    );
  });

  it('detects missing migrations', async () => {
    const empty = await createEmptyDatabase();
    const found = await loadFindings({ DATABASE_URL: empty.url });
    expect(found).toContainEqual(
      expect.objectContaining({
        check: 'database',
        status: 'fail',
        advice: expect.stringContaining('modelgate migrate'),
      }),
    );
    await empty.drop();
  });

  it('reports missing columns if all migrations are applied', async () => {
    await database.query('ALTER TABLE budget_leases RENAME COLUMN spool_owner TO holder');
    const { exitCode, stdout } = await run({});
    await database.query('ALTER TABLE budget_leases RENAME COLUMN holder TO spool_owner');
    expect(stdout).toMatch(
      /^database +fail +the schema differs: table budget_leases: column spool_owner is missing, column holder requires a value/m,
    );
    expect(stdout).toContain('restore a backup');
    expect(exitCode).toBe(1);
  });

  it('warns about channels that receive no requests', async () => {
    await database.query(
      `INSERT INTO channel_states (id, channel_id, upstream_model, state, reason, times, until, updated_at, reported_by)
       VALUES (gen_random_uuid(), $1, 'gpt-5-mini', 'open', 'failures', 1, now() + interval '1 minute', now(), 'test')`,
      [CHANNEL],
    );
    expect(await loadFindings({})).toContainEqual(
      expect.objectContaining({
        check: 'channels',
        status: 'warn',
        message: expect.stringMatching(/^main \(gpt-5-mini\) receives no requests for \d+ s: failures$/),
      }),
    );
    await database.query('DELETE FROM channel_states');
  });

  it('detects a config file that is not active', async () => {
    const path = join(folder, 'declared.yaml');
    writeFileSync(path, 'tokens: [{ name: ci }]');
    const findFileCheck = async (): Promise<Finding | undefined> =>
      (await loadFindings({ MODELGATE_CONFIG: path })).find(({ check }) => check === 'config file');
    expect(await findFileCheck()).toMatchObject({ status: 'warn', message: 'the file has not been applied' });
    await runHere(['config', 'apply', path], createPlace({}));
    expect(await findFileCheck()).toMatchObject({ status: 'ok', message: 'the file is active' });
    await database.query(
      `INSERT INTO config_generations (generation, hash, source, applied_by) VALUES (2, repeat('a', 64), 'command', 'test')`,
    );
    expect(await findFileCheck()).toMatchObject({
      status: 'warn',
      message: 'the file is outdated: it is generation 1, but generation 2 is active',
    });
    const checkGeneration = async (generation: number): Promise<Finding | undefined> => {
      writeFileSync(path, `generation: ${generation}\ntokens: [{ name: other }]`);
      return findFileCheck();
    };
    expect([await checkGeneration(1), await checkGeneration(2), await checkGeneration(3)]).toMatchObject([
      { status: 'warn', message: 'the file is outdated: it is generation 1, but generation 2 is active' },
      { status: 'warn', message: 'another file was applied as generation 2' },
      { status: 'warn', message: 'generation 3 of the file has not been applied; generation 2 is active' },
    ]);
    await database.query('DELETE FROM config_generations');
  });

  it('detects a config file with outdated sections', async () => {
    const path = join(folder, 'sections.yaml');
    writeFileSync(path, 'media: { retentionDays: 7 }');
    const findFileCheck = async (): Promise<Finding | undefined> =>
      (await loadFindings({ MODELGATE_CONFIG: path })).find(({ check }) => check === 'config sections');
    expect(await findFileCheck()).toBeUndefined();
    await database.query(`INSERT INTO config_sections VALUES (repeat('a', 64), '2026-01-01T00:00:00Z')`);
    expect(await findFileCheck()).toMatchObject({
      status: 'warn',
      message: expect.stringContaining('at 2026-01-01T'),
    });
    await database.query('DELETE FROM config_sections');
  });

  it('detects processes with different media folders', async () => {
    const insertFolder = (id: string, host: string) =>
      database.query('INSERT INTO media_folders (id, host, seen_at) VALUES ($1, $2, now())', [id, host]);
    await insertFolder('6a4b1f5e-8f5d-4f0e-9d55-6c1f2f1f0a21', 'api-1');
    expect(await loadFindings({})).toContainEqual(
      expect.objectContaining({
        check: 'media folder',
        status: 'warn',
        message: expect.stringContaining('api-1'),
      }),
    );
    await insertFolder('6a4b1f5e-8f5d-4f0e-9d55-6c1f2f1f0a22', 'worker-1');
    expect(await loadFindings({})).toContainEqual(
      expect.objectContaining({
        check: 'media folder',
        status: 'fail',
        message: expect.stringContaining('use 2 different folders (on api-1, worker-1)'),
      }),
    );
    await database.query('DELETE FROM media_folders');
  });

  it('detects a direct URL of another database', async () => {
    const otherDatabase = await createTestDatabase();
    expect(await loadFindings({ DATABASE_DIRECT_URL: otherDatabase.url })).toContainEqual(
      expect.objectContaining({
        check: 'changes',
        status: 'fail',
        advice: expect.stringContaining('Set DATABASE_DIRECT_URL to the same database'),
      }),
    );
    await otherDatabase.drop();
  });

  describe('with a server on the port', () => {
    let server: SmallServer;
    let responseBody: object | string;
    let port: string;

    beforeAll(async () => {
      server = await startServer((_, response) => response.end(JSON.stringify(responseBody)));
      port = String(server.port);
    });

    afterAll(async () => {
      await server.close();
    });

    it('reports which channels are reachable', async () => {
      expect(await loadFindings({})).toContainEqual(
        expect.objectContaining({
          check: 'upstreams',
          status: 'warn',
          message: expect.stringMatching(
            /^http:\/\/127\.0\.0\.1:9 does not respond \(main\): .*ECONNREFUSED/,
          ),
        }),
      );
      responseBody = 'hello';
      await database.query('UPDATE channels SET base_url = $1', [`http://127.0.0.1:${port}/v1`]);
      expect(await loadFindings({})).toContainEqual(
        expect.objectContaining({
          check: 'upstreams',
          status: 'ok',
          message: `http://127.0.0.1:${port} responds (main)`,
        }),
      );
      await database.query('UPDATE channels SET base_url = $1', [UNREACHABLE_URL]);
    });

    it.each([
      [{ status: 'ready' }, 'ok', 'is ready'],
      [{ status: 'degraded', reasons: ['clock'] }, 'warn', 'degraded (clock)'],
      [{ status: 'draining' }, 'warn', 'is stopping'],
      ['hello', 'fail', 'in use by another program'],
    ])('reports the gateway state %j', async (body, status, message) => {
      responseBody = body;
      expect(await loadFindings({ PORT: port })).toContainEqual(
        expect.objectContaining({ check: 'port', status, message: expect.stringContaining(message) }),
      );
    });
  });
});
