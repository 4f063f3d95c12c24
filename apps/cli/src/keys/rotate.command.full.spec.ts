import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WebhookSecrets } from '#access';
import { ChannelEntity, ChannelRepository, DEFAULT_TIMEOUTS, ApprovedChannel } from '#catalog';
import { readSecretKeyFile } from '#config';
import { IdentityRules } from '#credentials';
import { type Database, createDataSource } from '#database';
import { ByteBudget } from '#limits';
import { StoredItemRepository, StoredResponseRepository } from '#responses';
import { OPERATOR, authorizeChange } from '#rights';
import { KeyFile, SecretBox, deriveWebhookSecret } from '#secrets';
import { type TestDatabase, createTestDatabase } from '../../../../test/harness/index.js';
import { type CommandResult, runModelgate } from '../../../../test/cli/run-modelgate.js';
import { SEALED_COLUMNS } from './sealed-columns.js';

/** Items of this size are stored separately from the response. */
const LARGE_BYTES = 70_000;

const CHANNEL = {
  name: 'main',
  provider: 'openai',
  apiKeys: ['sk-main'],
  headers: { 'x-team': 'a' },
  models: [],
  priority: 0,
  weight: 1,
  timeouts: DEFAULT_TIMEOUTS,
  enabled: true,
};
const APPROVED_CHANNEL = ApprovedChannel.judge(CHANNEL, { declaredBy: 'api', rules: new IdentityRules([]) });

const createChannelChange = () => {
  const after = APPROVED_CHANNEL.toStored({ id: randomUUID(), origin: 'console' });
  return authorizeChange(OPERATOR, { kind: 'channel', before: undefined, after });
};

describe('modelgate keys rotate', () => {
  let database: TestDatabase;
  let dataSource: Database;
  let folder: string;
  let keyFile: string;
  const first = randomBytes(32);

  beforeEach(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'modelgate-test-keys-'));
    keyFile = join(folder, 'key');
    writeFileSync(keyFile, `${first.toString('base64')}\n`, { mode: 0o600 });
    dataSource = createDataSource({ url: database.url, entities: [ChannelEntity] });
    await dataSource.initialize();
  });

  afterEach(async () => {
    await dataSource.destroy();
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  const run = (...options: string[]): Promise<CommandResult> =>
    runModelgate(['keys', 'rotate', ...options], {
      cwd: folder,
      DATABASE_URL: database.url,
      MODELGATE_DATA_DIR: folder,
      MODELGATE_SECRET_KEY_FILE: keyFile,
    });

  const getProcessBox = (): SecretBox => new SecretBox(new KeyFile(keyFile, readSecretKeyFile));

  it('replaces the key under load without errors', async () => {
    await new ChannelRepository(dataSource, getProcessBox()).create(createChannelChange());
    const load = new AbortController();
    const processes = [1, 2, 3].map((number) => serveUntil(load.signal, number));
    const { exitCode, stdout } = await run('--json');
    load.abort();
    const served = await Promise.all(processes);
    expect(exitCode).toBe(0);
    expect(Math.min(...served)).toBeGreaterThan(5);

    const [current, former, ...others] = readSecretKeyFile(keyFile);
    expect(Buffer.from(former ?? [])).toEqual(first);
    expect(others).toEqual([]);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    const outcome = JSON.parse(stdout) as {
      tables: { table: string; resealed: number; unreadable: string[] }[];
    };
    expect(outcome.tables).toContainEqual({ table: 'channels', resealed: 1, unreadable: [] });
    expect(outcome.tables.flatMap(({ unreadable }) => unreadable)).toEqual([]);
    expect(await findOtherKeys(new SecretBox(current ?? new Uint8Array()))).toEqual([]);
    expect(await new ChannelRepository(dataSource, getProcessBox()).findAll()).toMatchObject([CHANNEL]);
  });

  /** Uses secrets repeatedly like a process of the gateway. Rejects if one of them cannot be opened. */
  async function serveUntil(signal: AbortSignal, number: number): Promise<number> {
    const box = getProcessBox();
    const channels = new ChannelRepository(dataSource, box);
    const responses = new StoredResponseRepository(
      dataSource,
      box,
      new StoredItemRepository(dataSource, box),
    );
    const createdAt = new Date();
    const expiresAt = new Date(Date.now() + 24 * 60 * 60 * 1000);
    const text = 'x'.repeat(LARGE_BYTES);
    const hold = new ByteBudget({ maxBytes: Infinity }).open();
    let rounds = 0;
    for (; !signal.aborted; rounds += 1) {
      const id = `resp_${number}_${rounds}`;
      await responses.save(
        'team-a',
        { id, previousId: undefined, input: [{ id: `msg_${id}`, type: 'message', text }], response: { id } },
        { createdAt, expiresAt },
      );
      // Another process has stored this response, possibly with another key.
      const head = await responses.findHead('team-a', `resp_${(number % 3) + 1}_${rounds}`);
      for await (const { input } of responses.load('team-a', head ? [head] : [], hold))
        expect(input).toHaveLength(1);
      expect(await channels.findAll()).toMatchObject([CHANNEL]);
    }
    return rounds;
  }

  /** The contexts of all values that were sealed with another key. */
  async function findOtherKeys(box: SecretBox): Promise<string[]> {
    const contexts: string[] = [];
    for (const { table, column, getContext } of SEALED_COLUMNS) {
      for (const row of await database.query(
        `SELECT *, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL`,
      )) {
        if (!box.isCurrent(row['sealed'] as Buffer, getContext(row))) contexts.push(getContext(row));
      }
    }
    return contexts;
  }

  // Each run waits until other processes have loaded the key, so that tests share them.
  it('signs with both keys until the former one is removed, which needs all responses in the database', async () => {
    const token = randomUUID();
    const loadSecrets = (): Promise<string[]> =>
      new WebhookSecrets({ findByIds: async () => [] }, getProcessBox()).of(token);
    expect((await run()).stdout).toContain('1 former key is still in use');
    const keys = readSecretKeyFile(keyFile);
    const [current = new Uint8Array()] = keys;
    const both = [deriveWebhookSecret(current, token), deriveWebhookSecret(first, token)];
    expect(await loadSecrets()).toEqual(both);

    const spool = join(folder, 'responses');
    mkdirSync(spool);
    writeFileSync(join(spool, `${'a'.repeat(64)}.response`), 'sealed');
    await database.query(
      `INSERT INTO response_spools (id, host, seen_at) VALUES (gen_random_uuid(), 'another-machine', now())`,
    );
    const { exitCode, stdout } = await run('--existing', '--drop-former');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('Not in the database yet: responses on the disk of another-machine.');
    expect(stdout).toContain(`Not in the database yet: responses on the disk of ${hostname()}.`);
    expect(stdout).toContain('1 former key is still in use');
    expect(readSecretKeyFile(keyFile)).toEqual(keys);
    expect(await loadSecrets()).toEqual(both);

    rmSync(spool, { recursive: true });
    await database.query('DELETE FROM response_spools');
    const dropped = await run('--existing', '--drop-former');
    expect(dropped.stdout).toContain('No former keys are in use.');
    expect(readSecretKeyFile(keyFile)).toEqual([current]);
    expect(await loadSecrets()).toEqual([deriveWebhookSecret(current, token)]);
  });

  it('prints unreadable values, does not remove keys, and exits with 1', async () => {
    await new ChannelRepository(dataSource, new SecretBox(randomBytes(32))).create(createChannelChange());
    const { exitCode, stdout } = await run('--existing', '--drop-former');
    expect(stdout).toMatch(/^Unreadable: channels\/.*\/secrets$/m);
    expect(exitCode).toBe(1);
    expect(readFileSync(keyFile, 'utf8')).toBe(`${first.toString('base64')}\n`);
  });

  it('covers all columns with sealed values', async () => {
    const rows = await database.query(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'bytea'
         AND column_name !~ 'hash$' AND (table_name, column_name) NOT IN
           (('idempotency_keys', 'id'), ('cached_answers', 'key'))`,
    );
    const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    expect(rows.map(({ name }) => String(name)).toSorted()).toEqual(known.toSorted());
  });
});
