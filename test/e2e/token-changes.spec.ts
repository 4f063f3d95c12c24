import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SecretBox } from '#secrets';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import {
  type TestDatabase,
  type TestGateway,
  TEST_TOKEN,
  createTestDatabase,
  eventually,
  startTestGateway,
} from '../harness/index.js';
import { measureLeast, measureMs } from '../cpu-time/index.js';

const SECRET_KEY = randomBytes(32);
/** The longest time until a change is applied. */
const QUICK_MS = 1_000;
/** With reserve for a busy machine, and less than half a minute, after which everything is read again anyway. */
const WITHIN_MS = 15_000;

describe('a change by another process in the database', () => {
  let upstream: FakeUpstream;
  let database: TestDatabase;
  let gateways: TestGateway[];

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    database = await createTestDatabase();
    const channel = {
      name: 'main',
      provider: 'openai-compatible',
      baseUrl: upstream.url,
      apiKey: 'sk-upstream-1',
    };
    const options = {
      database,
      sandbox: true,
      channels: [{ ...channel, models: ['m'] }],
      environment: { MODELGATE_SECRET_KEY: SECRET_KEY.toString('base64') },
    };
    gateways = [await startTestGateway(options), await startTestGateway(options)];
  });

  afterAll(async () => {
    for (const gateway of gateways) await gateway.stop();
    await upstream.close();
    await database.drop();
  });

  /** The statuses of every gateway, as soon as all are this status or the time is over. */
  const waitForStatuses = (status: number, key: string, model = 'sandbox-chat'): Promise<number[]> =>
    Promise.all(
      gateways.map(async (gateway) => {
        const giveUpAt = performance.now() + WITHIN_MS;
        for (;;) {
          const answered = await statusAt(gateway, key, model);
          if (answered === status || performance.now() > giveUpAt) return answered;
        }
      }),
    );

  const insertToken = async (): Promise<string> => {
    const key = `sk-mg-${randomBytes(16).toString('hex')}`;
    await database.query(
      `INSERT INTO tokens (id, name, key_hash, key_hint, origin) VALUES ($1, $2, $3, '…', 'console')`,
      [randomUUID(), key, toHash(key)],
    );
    return key;
  };

  it('adds, restricts, disables and removes a token in every process', async () => {
    const key = await insertToken();
    expect(await waitForStatuses(200, key)).toEqual([200, 200]);
    const change = (sql: string): Promise<unknown> => database.query(`${sql} WHERE name = $1`, [key]);
    await change(`UPDATE tokens SET models = '{other}'`);
    expect(await waitForStatuses(403, key)).toEqual([403, 403]);
    await change(`UPDATE tokens SET models = '{sandbox-*}'`);
    expect(await waitForStatuses(200, key)).toEqual([200, 200]);
    await change(`UPDATE tokens SET expires_at = now() - interval '1 second'`);
    expect(await waitForStatuses(401, key)).toEqual([401, 401]);
    await change(`UPDATE tokens SET expires_at = NULL`);
    expect(await waitForStatuses(200, key)).toEqual([200, 200]);
    const setEnabled = async (isEnabled: boolean): Promise<number> => {
      await change(`UPDATE tokens SET enabled = ${isEnabled}`);
      const status = isEnabled ? 200 : 401;
      return measureMs(async () => expect(await waitForStatuses(status, key)).toEqual([status, status]));
    };
    const toggle = async (): Promise<number> => Math.max(await setEnabled(false), await setEnabled(true));
    expect(await measureLeast(QUICK_MS, toggle)).toBeLessThan(QUICK_MS);
    await change(`DELETE FROM tokens`);
    expect(await waitForStatuses(401, key)).toEqual([401, 401]);
  });

  it('is not needed to end a token at its expiry', async () => {
    const key = await insertToken();
    expect(await waitForStatuses(200, key)).toEqual([200, 200]);
    await database.query(`UPDATE tokens SET expires_at = now() + interval '300 ms' WHERE name = $1`, [key]);
    expect(await waitForStatuses(401, key)).toEqual([401, 401]);
  });

  it('replaces a key, and lets two tokens swap theirs', async () => {
    const [first, second] = [await insertToken(), await insertToken()];
    const fresh = `sk-mg-${randomBytes(16).toString('hex')}`;
    await setKey(database, first, fresh);
    expect(await waitForStatuses(401, first)).toEqual([401, 401]);
    expect(await waitForStatuses(200, fresh)).toEqual([200, 200]);
    await setKey(database, second, first);
    await setKey(database, first, second);
    expect(await waitForStatuses(401, fresh)).toEqual([401, 401]);
    expect(await waitForStatuses(200, first)).toEqual([200, 200]);
    expect(await waitForStatuses(200, second)).toEqual([200, 200]);
  });

  it('that makes one token invalid does not affect the others', async () => {
    const [odd, other] = [await insertToken(), await insertToken()];
    await database.query(`UPDATE tokens SET allowed_ips = '{no-address}' WHERE name = $1`, [odd]);
    await database.query(`UPDATE tokens SET models = '{other}' WHERE name = $1`, [other]);
    expect(await waitForStatuses(403, other)).toEqual([403, 403]);
    expect(await waitForStatuses(403, odd)).toEqual([403, 403]);
  });

  it('adds, disables and enables a channel', async () => {
    const id = randomUUID();
    const secrets = new SecretBox(SECRET_KEY).seal(
      JSON.stringify({ apiKeys: ['sk-upstream-1'], headers: {} }),
      `channels/${id}/secrets`,
    );
    expect(await waitForStatuses(404, TEST_TOKEN, 'added')).toEqual([404, 404]);
    await database.query(
      `INSERT INTO channels (id, name, provider, base_url, secrets, models, timeouts, origin)
       VALUES ($1, 'added', 'openai-compatible', $2, $3, '[{"id":"added","upstream":"x"}]',
               '{"connectMs":5000,"firstByteMs":5000,"idleMs":5000}', 'console')`,
      [id, upstream.url, secrets],
    );
    expect(await waitForStatuses(200, TEST_TOKEN, 'added')).toEqual([200, 200]);
    await database.query(`UPDATE channels SET enabled = false WHERE id = $1`, [id]);
    expect(await waitForStatuses(404, TEST_TOKEN, 'added')).toEqual([404, 404]);
    await database.query(`UPDATE channels SET enabled = true WHERE id = $1`, [id]);
    expect(await waitForStatuses(200, TEST_TOKEN, 'added')).toEqual([200, 200]);
  });

  it('is applied also if it was made while the connection for notifications was down', async () => {
    const key = await insertToken();
    expect(await waitForStatuses(200, key)).toEqual([200, 200]);
    expect(await terminate('modelgate changes')).toBe(gateways.length);
    await database.query(`UPDATE tokens SET enabled = false WHERE name = $1`, [key]);
    expect(await waitForStatuses(401, key)).toEqual([401, 401]);
    const isListening = async () => (await listeners()) === gateways.length || undefined;
    expect(await eventually(isListening)).toBe(true);
    await database.query(`UPDATE tokens SET enabled = true WHERE name = $1`, [key]);
    expect(await waitForStatuses(200, key)).toEqual([200, 200]);
  });

  it('is applied also if the first attempt to read it failed', async () => {
    const key = await insertToken();
    expect(await waitForStatuses(200, key)).toEqual([200, 200]);
    await database.query(
      `BEGIN; UPDATE tokens SET enabled = false WHERE name = '${key}'; ALTER TABLE tokens RENAME TO hidden; COMMIT`,
    );
    await Promise.all(
      gateways.map(({ logs }) =>
        eventually(() => logs.find(({ msg }) => msg === 'changed tokens could not be loaded')),
      ),
    );
    await database.query(`ALTER TABLE hidden RENAME TO tokens`);
    expect(await waitForStatuses(401, key)).toEqual([401, 401]);
    const isListening = async () => (await listeners()) === gateways.length || undefined;
    expect(await eventually(isListening)).toBe(true);
  });

  it('is not needed for serving: requests continue when every pooled connection is killed', async () => {
    const key = await insertToken();
    expect(await waitForStatuses(200, key)).toEqual([200, 200]);
    expect(await terminate('modelgate')).toBeGreaterThan(0);
    expect(await Promise.all(gateways.map((gateway) => statusAt(gateway, key, 'm')))).toEqual([200, 200]);
    await database.query(`UPDATE tokens SET enabled = false WHERE name = $1`, [key]);
    expect(await waitForStatuses(401, key)).toEqual([401, 401]);
  });

  const terminate = async (applicationName: string): Promise<number> => {
    const rows = await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = $1`,
      [applicationName],
    );
    return rows.length;
  };
  const listeners = async (): Promise<number> => {
    const rows = await database.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'modelgate changes'`,
    );
    return rows.length;
  };
});

function toHash(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

async function setKey(database: TestDatabase, name: string, key: string): Promise<void> {
  await database.query(`UPDATE tokens SET key_hash = $2 WHERE name = $1`, [name, toHash(key)]);
}

async function statusAt(gateway: TestGateway, key: string, model: string): Promise<number> {
  const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
  });
  await response.text();
  return response.status;
}
