import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
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
import { type Ended, type Place, runModelgate } from '../../../../test/cli/run-modelgate.js';
import { type Finding } from './finding.js';

const CHANNEL = '6a4b1f5e-8f5d-4f0e-9d55-6c1f2f1f0a11';

/** Where nothing listens. */
const NOBODY = 'http://127.0.0.1:9/v1';

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
      [CHANNEL, new SecretBox(key).seal(secrets, `channels/${CHANNEL}/secrets`), NOBODY],
    );
  });

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  const place = (environment: Record<string, string>): Place => ({
    cwd: folder,
    PORT: '0',
    DATABASE_URL: database.url,
    MODELGATE_DATA_DIR: folder,
    MODELGATE_SECRET_KEY: key.toString('base64'),
    ...environment,
  });

  const run = (environment: Record<string, string>, ...options: string[]): Promise<Ended> =>
    runHere(['doctor', ...options], place(environment));

  async function findings(environment: Record<string, string>): Promise<Finding[]> {
    const { stdout } = await run(environment, '--json');
    return (JSON.parse(stdout) as { findings: Finding[] }).findings;
  }

  it('says that all is well, each thing on its own line', async () => {
    const { exitCode, stdout } = await run({});
    expect(stdout).toMatch(/^database +ok +its schema is up to date/m);
    expect(stdout).toMatch(/^clock +ok /m);
    expect(stdout).toMatch(/^secret key +ok +opens what is stored$/m);
    expect(stdout).toMatch(/^config file +ok +none was ever applied$/m);
    expect(stdout).toMatch(/^queue +ok +lives in the database$/m);
    expect(stdout).toMatch(/^channels +ok +1 enabled$/m);
    expect(stdout).toMatch(/^data folder +ok .*can be written to$/m);
    expect(stdout).toMatch(/^changes +ok +arrive as they are made$/m);
    expect(stdout).toMatch(/^media +ok +generated files lie in the data folder$/m);
    expect(stdout).toMatch(/^media folder +ok +no process uses one now$/m);
    expect(stdout).toMatch(/, 0 failed$/m);
    expect(exitCode).toBe(0);
  });

  it('stops at a config that is wrong, and says what', async () => {
    const { exitCode, stdout } = await run({ REDIS_URL: 'http://127.0.0.1' });
    expect(stdout).toMatch(/^config +fail +REDIS_URL: the value is not a redis/m);
    expect(stdout).not.toContain('database');
    expect(exitCode).toBe(1);
  });

  it('names what is out of reach, and what to do', async () => {
    // A process of its own: nothing that still tries to connect keeps it from ending.
    const { exitCode, stdout } = await runModelgate(['doctor'], place({ REDIS_URL: 'redis://127.0.0.1:9' }));
    expect(stdout).toMatch(/^queue +fail +Redis does not answer: .*ECONNREFUSED/m);
    expect(stdout).toContain('correct REDIS_URL');
    expect(exitCode).toBe(1);

    const away = await findings({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
    expect(away).toContainEqual(
      expect.objectContaining({
        check: 'database',
        status: 'fail',
        message: expect.stringContaining('does not answer'),
      }),
    );
  });

  it('knows the wrong key', async () => {
    const found = await findings({ MODELGATE_SECRET_KEY: randomBytes(32).toString('base64') });
    expect(found).toContainEqual(
      expect.objectContaining({
        check: 'secret key',
        status: 'fail',
        advice: expect.stringContaining('Put back'),
      }),
    );
  });

  it('knows a database that is older', async () => {
    const empty = await createEmptyDatabase();
    const found = await findings({ DATABASE_URL: empty.url });
    expect(found).toContainEqual(
      expect.objectContaining({
        check: 'database',
        status: 'fail',
        advice: expect.stringContaining('modelgate migrate'),
      }),
    );
    await empty.drop();
  });

  it('names the columns that a database lacks although all migrations are applied', async () => {
    await database.query('ALTER TABLE budget_leases RENAME COLUMN spool_owner TO holder');
    const { exitCode, stdout } = await run({});
    await database.query('ALTER TABLE budget_leases RENAME COLUMN holder TO spool_owner');
    expect(stdout).toMatch(
      /^database +fail +its schema differs: table budget_leases: there is no column spool_owner, column holder needs a value/m,
    );
    expect(stdout).toContain('restore a backup');
    expect(exitCode).toBe(1);
  });

  it('warns of channels that are out of use for now', async () => {
    await database.query(
      `INSERT INTO channel_states (id, channel_id, upstream_model, state, reason, times, until, updated_at, reported_by)
       VALUES (gen_random_uuid(), $1, 'gpt-5-mini', 'open', 'failures', 1, now() + interval '1 minute', now(), 'test')`,
      [CHANNEL],
    );
    expect(await findings({})).toContainEqual(
      expect.objectContaining({
        check: 'channels',
        status: 'warn',
        message: expect.stringMatching(/^main \(gpt-5-mini\) is not asked for \d+ s: failures$/),
      }),
    );
    await database.query('DELETE FROM channel_states');
  });

  it('knows a config file that is not, or no longer, what counts', async () => {
    const path = join(folder, 'declared.yaml');
    writeFileSync(path, 'tokens: [{ name: ci }]');
    const look = async (): Promise<Finding | undefined> =>
      (await findings({ MODELGATE_CONFIG: path })).find(({ check }) => check === 'config file');
    expect(await look()).toMatchObject({ status: 'warn', message: 'what it declares was never applied' });
    await runHere(['config', 'apply', path], place({}));
    expect(await look()).toMatchObject({ status: 'ok', message: 'what it declares is what counts' });
    await database.query(
      `INSERT INTO config_generations (generation, hash, source, applied_by) VALUES (2, repeat('a', 64), 'command', 'test')`,
    );
    expect(await look()).toMatchObject({
      status: 'warn',
      message: 'it is older: generation 1, and generation 2 counts',
    });
    const withGeneration = async (generation: number): Promise<Finding | undefined> => {
      writeFileSync(path, `generation: ${generation}\ntokens: [{ name: other }]`);
      return look();
    };
    expect([await withGeneration(1), await withGeneration(2), await withGeneration(3)]).toMatchObject([
      { status: 'warn', message: 'its generation 1 is older: generation 2 counts' },
      { status: 'warn', message: 'another file was applied as its generation 2' },
      { status: 'warn', message: 'its generation 3 was not applied yet; generation 2 counts' },
    ]);
    await database.query('DELETE FROM config_generations');
  });

  it('knows a config file whose other sections are not the newest', async () => {
    const path = join(folder, 'sections.yaml');
    writeFileSync(path, 'media: { retentionDays: 7 }');
    const look = async (): Promise<Finding | undefined> =>
      (await findings({ MODELGATE_CONFIG: path })).find(({ check }) => check === 'config sections');
    expect(await look()).toBeUndefined();
    await database.query(`INSERT INTO config_sections VALUES (repeat('a', 64), '2026-01-01T00:00:00Z')`);
    expect(await look()).toMatchObject({
      status: 'warn',
      message: expect.stringContaining('at 2026-01-01T'),
    });
    await database.query('DELETE FROM config_sections');
  });

  it('knows processes that keep their files in different folders', async () => {
    const note = (id: string, host: string) =>
      database.query('INSERT INTO media_folders (id, host, seen_at) VALUES ($1, $2, now())', [id, host]);
    await note('6a4b1f5e-8f5d-4f0e-9d55-6c1f2f1f0a21', 'api-1');
    expect(await findings({})).toContainEqual(
      expect.objectContaining({
        check: 'media folder',
        status: 'warn',
        message: expect.stringContaining('api-1'),
      }),
    );
    await note('6a4b1f5e-8f5d-4f0e-9d55-6c1f2f1f0a22', 'worker-1');
    expect(await findings({})).toContainEqual(
      expect.objectContaining({
        check: 'media folder',
        status: 'fail',
        message: expect.stringContaining('use 2 folders (on api-1, worker-1)'),
      }),
    );
    await database.query('DELETE FROM media_folders');
  });

  it('knows a second address that leads to another database', async () => {
    const elsewhere = await createTestDatabase();
    expect(await findings({ DATABASE_DIRECT_URL: elsewhere.url })).toContainEqual(
      expect.objectContaining({
        check: 'changes',
        status: 'fail',
        advice: expect.stringContaining('DATABASE_DIRECT_URL has to lead to the same database'),
      }),
    );
    await elsewhere.drop();
  });

  describe('with something on the port', () => {
    let server: Server;
    let answer: object | string;
    let port: string;

    beforeAll(async () => {
      server = createServer((_, response) => response.end(JSON.stringify(answer)));
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      port = String((server.address() as AddressInfo).port);
    });

    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });

    it('knows which channels are reached', async () => {
      expect(await findings({})).toContainEqual(
        expect.objectContaining({
          check: 'upstreams',
          status: 'warn',
          message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9 does not answer \(main\): .*ECONNREFUSED/),
        }),
      );
      answer = 'hello';
      await database.query('UPDATE channels SET base_url = $1', [`http://127.0.0.1:${port}/v1`]);
      expect(await findings({})).toContainEqual(
        expect.objectContaining({
          check: 'upstreams',
          status: 'ok',
          message: `http://127.0.0.1:${port} answers (main)`,
        }),
      );
      await database.query('UPDATE channels SET base_url = $1', [NOBODY]);
    });

    it.each([
      [{ status: 'ready' }, 'ok', 'a gateway is ready'],
      [{ status: 'degraded', reasons: ['clock'] }, 'warn', 'degraded (clock)'],
      [{ status: 'draining' }, 'warn', 'is stopping'],
      ['hello', 'fail', 'is no gateway'],
    ])('understands %j', async (said, status, message) => {
      answer = said;
      expect(await findings({ PORT: port })).toContainEqual(
        expect.objectContaining({ check: 'port', status, message: expect.stringContaining(message) }),
      );
    });
  });
});
