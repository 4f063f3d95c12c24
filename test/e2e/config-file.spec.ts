import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OwnerEntity, TokenEntity, UserEntity } from '#access';
import { ChannelEntity, ModelEntity } from '#catalog';
import { ConfigError, loadConfig } from '#config';
import { listKnownProviders } from '#providers';
import { createDataSource } from '#database';
import { SecretBox } from '#secrets';
import { type SetupOutcome, setUp } from '#setup';
import { type TestDatabase, TEST_TOKEN, createTestDatabase, startTestGateway } from '../harness/index.js';

const CHANNEL = {
  name: 'main',
  provider: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:9/v1',
  apiKey: 'sk-very-secret-upstream',
  headers: { 'x-team': 'header-secret-7' },
  models: ['a', { id: 'b', upstream: 'vendor/b' }],
  formats: ['openai-chat'],
};
const TOKEN = { name: 'ci', key: 'sk-mg-plain-token-0123456789' };
const FULL_TOKEN = {
  name: 'full',
  key: 'sk-mg-other-token-0123456789',
  owner: 'team',
  models: ['a', 'b*'],
  allowedIps: ['10.0.0.0/8', '::1'],
  expiresAt: '2099-01-01T01:00:00+01:00',
};
const EXPIRED_TOKEN = {
  name: 'old',
  key: 'sk-mg-expired-token-0123456789',
  expiresAt: '2020-01-01T00:00:00Z',
};
const FILE = {
  channels: [CHANNEL],
  tokens: [TOKEN, FULL_TOKEN, EXPIRED_TOKEN, { name: 'made here' }],
  models: [
    { id: 'a', capabilities: ['chat'], realtime: { speechModel: 'voice', voice: 'ash' } },
    { id: 'b' },
  ],
};

describe('the config file', () => {
  let database: TestDatabase;
  let folder: string;
  const secretKey = randomBytes(32).toString('base64');

  beforeEach(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'modelgate-config-file-'));
  });

  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  });

  /** Applies the config file to the database, as a start does. */
  const start = async (
    file: object | undefined,
    environment: Record<string, string> = {},
  ): Promise<SetupOutcome> => {
    const path = join(folder, 'modelgate.json');
    if (file !== undefined) writeFileSync(path, JSON.stringify(file));
    const config = loadConfig(
      {
        DATABASE_URL: database.url,
        MODELGATE_SECRET_KEY: secretKey,
        MODELGATE_ADMIN_PASSWORD: 'not-a-real-password',
        ...(file === undefined ? {} : { MODELGATE_CONFIG: path }),
        ...environment,
      },
      folder,
      listKnownProviders(),
    );
    const entities = [UserEntity, TokenEntity, OwnerEntity, ChannelEntity, ModelEntity];
    const dataSource = createDataSource({ url: database.url, entities });
    await dataSource.initialize();
    try {
      return await setUp(dataSource, config, new SecretBox(config.secretKey ?? new Uint8Array()));
    } finally {
      await dataSource.destroy();
    }
  };
  const findRows = (table: string): Promise<Record<string, unknown>[]> =>
    database.query(
      `SELECT xmin::text AS version, * FROM ${table} ORDER BY ${table === 'models' ? 'id' : 'name'}`,
    );
  const allRows = async (): Promise<unknown> => Promise.all(['channels', 'tokens', 'models'].map(findRows));
  const findEnabled = async (table: string, name: string): Promise<unknown> => {
    const column = table === 'models' ? 'id' : 'name';
    const rows = await database.query(`SELECT enabled FROM ${table} WHERE ${column} = $1`, [name]);
    return rows.map(({ enabled }) => enabled);
  };

  it('changes nothing when it is applied again', async () => {
    await start(FILE);
    const before = await allRows();
    const second = await start(FILE);
    expect(await allRows()).toEqual(before);
    expect(second).toEqual({ issuedTokens: [] });
  });

  it('changes exactly the entries that have changed in it', async () => {
    await start(FILE);
    const [channels, tokens, models] = await Promise.all(['channels', 'tokens', 'models'].map(findRows));
    await start({
      channels: [{ ...CHANNEL, priority: 5, apiKey: 'sk-another' }],
      tokens: [{ ...TOKEN, models: ['a'] }, ...FILE.tokens.slice(1)],
      models: [{ id: 'a', capabilities: ['chat', 'embeddings'], realtime: { voice: 'sage' } }, { id: 'b' }],
    });
    expect(await findRows('channels')).toMatchObject([
      { id: channels?.[0]?.['id'], priority: 5, enabled: true },
    ]);
    const tokensAfter = await findRows('tokens');
    expect(tokensAfter.filter(({ name }) => name !== 'ci')).toEqual(
      tokens?.filter(({ name }) => name !== 'ci'),
    );
    expect(tokensAfter.find(({ name }) => name === 'ci')).toMatchObject({ models: ['a'], enabled: true });
    expect(await findRows('models')).toMatchObject([
      { capabilities: ['chat', 'embeddings'], realtime: { voice: 'sage' } },
      models?.[1] ?? {},
    ]);
  });

  it('disables entries that are removed, and enables them when they come back', async () => {
    await start(FILE);
    const issued = await findRows('tokens');
    await start({ ...FILE, channels: [], models: FILE.models.slice(1) });
    expect(await findEnabled('channels', 'main')).toEqual([false]);
    expect(await findEnabled('models', 'a')).toEqual([false]);
    expect(await findEnabled('tokens', 'ci')).toEqual([true]);
    await start({ ...FILE, channels: [], models: FILE.models.slice(1), tokens: FILE.tokens.slice(0, -1) });
    expect(await findEnabled('tokens', 'made here')).toEqual([false]);
    const again = await start(FILE);
    expect(again.issuedTokens).toEqual([]);
    expect(await findEnabled('channels', 'main')).toEqual([true]);
    expect(await findEnabled('models', 'a')).toEqual([true]);
    expect(getMadeHereHash(await findRows('tokens'))).toEqual(getMadeHereHash(issued));
    expect(await findEnabled('tokens', 'made here')).toEqual([true]);
  });

  it('changes nothing that it did not create', async () => {
    const { issuedTokens } = await start({});
    expect(issuedTokens.map(({ name }) => name)).toEqual(['first token']);
    await start({ tokens: [TOKEN] });
    expect(await findEnabled('tokens', 'first token')).toEqual([true]);
  });

  it('may rename a token, or take over one that was shown at the first start', async () => {
    const { issuedTokens } = await start({ tokens: [TOKEN] });
    const firstKey = issuedTokens.find(({ name }) => name === 'first token')?.key;
    const before = await findRows('tokens');
    await start({
      tokens: [
        { ...TOKEN, name: 'renamed' },
        { name: 'mine', key: firstKey },
      ],
    });
    const after = await findRows('tokens');
    expect(after.map(({ name }) => name)).toEqual(['mine', 'renamed']);
    expect(new Set(after.map(({ id }) => id))).toEqual(new Set(before.map(({ id }) => id)));
    expect(after.every(({ enabled, origin }) => enabled === true && origin === 'file')).toBe(true);
  });

  it('reports a key that it had to generate once, and never again', async () => {
    const first = await start(FILE);
    const made = first.issuedTokens.find(({ name }) => name === 'made here');
    expect(made?.key).toMatch(/^sk-mg-\w{40,}$/);
    expect((await start(FILE)).issuedTokens).toEqual([]);
  });

  it('stores no readable secret in the database', async () => {
    const { issuedTokens, firstAdmin } = await start(FILE, { MODELGATE_ADMIN_PASSWORD: '' });
    const tables = await database.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
    const dumps = await Promise.all(
      tables.map(({ tablename }) => database.query(`SELECT t::text AS row FROM "${String(tablename)}" t`)),
    );
    const dump = dumps
      .flat()
      .map(({ row }) => readable(String(row)))
      .join('\n');
    expect(dump).toContain('vendor/b');
    expect(issuedTokens).toHaveLength(2);
    const secrets = [
      CHANNEL.apiKey,
      CHANNEL.headers['x-team'],
      TOKEN.key,
      FULL_TOKEN.key,
      firstAdmin?.generatedPassword ?? '',
    ];
    for (const secret of [...secrets, ...issuedTokens.map(({ key }) => key)]) {
      expect(secret.length).toBeGreaterThan(10);
      expect(dump).not.toContain(secret);
    }
    const [ci] = await database.query(
      `SELECT key_hash = sha256($1::bytea) AS fits FROM tokens WHERE name = 'ci'`,
      [Buffer.from(TOKEN.key)],
    );
    expect(ci).toEqual({ fits: true });
  });

  it.each([
    ['with a file', FILE],
    ['without one', undefined],
  ])('prevents the start %s if the secret key has changed, and changes nothing', async (_how, file) => {
    await start(FILE);
    const before = await allRows();
    const starting = start(file, { MODELGATE_SECRET_KEY: randomBytes(32).toString('base64') });
    await expect(starting).rejects.toThrow(ConfigError);
    await expect(starting).rejects.toThrow(/^MODELGATE_SECRET_KEY: [^\n]+$/);
    expect(await allRows()).toEqual(before);
  });

  it('replaces keys from the environment, which apply only at a first start without it', async () => {
    const environment = { OPENAI_API_KEY: 'sk-from-environment' };
    await start(undefined, environment);
    const channels = await findRows('channels');
    expect(channels).toMatchObject([{ name: 'openai', provider: 'openai', origin: 'setup', enabled: true }]);
    await start(undefined, { OPENAI_API_KEY: 'sk-changed' });
    expect(await findRows('channels')).toEqual(channels);
  });

  it('leaves keys from the environment unused', async () => {
    await start({}, { OPENAI_API_KEY: 'sk-from-environment' });
    expect(await findRows('channels')).toEqual([]);
    await start(undefined, { OPENAI_API_KEY: 'sk-from-environment' });
    expect(await findRows('channels')).toEqual([]);
  });

  it.each([
    [{}, 200],
    [{ channels: [CHANNEL] }, 200],
    [{ channels: [CHANNEL], sandbox: false }, 404],
    [{ sandbox: false }, 404],
  ])('decides whether there is a sandbox: %j', async (file, status) => {
    const gateway = await startTestGateway({ ...file, database });
    try {
      const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
        body: '{"model":"sandbox-chat","messages":[{"role":"user","content":"hi"}]}',
      });
      await response.text();
      expect(response.status).toBe(status);
    } finally {
      await gateway.stop();
    }
  });
});

/** Bytes are dumped in hexadecimal, and a secret must not be there either. */
function readable(row: string): string {
  return row.replaceAll(/\\\\x([0-9a-f]+)/g, (_all, hex: string) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  );
}

function getMadeHereHash(rows: Record<string, unknown>[]): unknown {
  return rows.find(({ name }) => name === 'made here')?.['key_hash'];
}
