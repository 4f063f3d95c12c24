import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SecretBox } from '#secrets';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { type TestDatabase, type TestGateway, TEST_TOKEN, createTestDatabase, eventually, startTestGateway } from '../gateway/index.js';

const SECRET_KEY = randomBytes(32);
const WITHIN_MS = 1_000;
const AFTER_RECONNECT_MS = 3_000;

describe('a change that somebody else makes in the database', () => {
  let upstream: FakeUpstream;
  let database: TestDatabase;
  let gateways: TestGateway[];

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    database = await createTestDatabase();
    const channel = { name: 'main', provider: 'openai-compatible', baseUrl: upstream.url, apiKey: 'sk-upstream-1' };
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

  const statusAt = async (gateway: TestGateway, key: string, model: string): Promise<number> => {
    const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
    });
    await response.text();
    return response.status;
  };

  /** Fails unless every gateway answers so in time. */
  const expectEverywhere = async (status: number, key: string, model = 'sandbox-chat', timeoutMs = WITHIN_MS) => {
    await Promise.all(
      gateways.map((gateway) =>
        eventually(async () => (await statusAt(gateway, key, model)) === status || undefined, timeoutMs),
      ),
    );
  };

  const insertToken = async (): Promise<string> => {
    const key = `sk-mg-${randomBytes(16).toString('hex')}`;
    await database.query(
      `INSERT INTO tokens (id, name, key_hash, key_hint, origin) VALUES ($1, $2, $3, '…', 'console')`,
      [randomUUID(), key, hashOf(key)],
    );
    return key;
  };

  it('gives, narrows, ends and takes a token, in every process', async () => {
    const key = await insertToken();
    await expectEverywhere(200, key);
    const change = (sql: string): Promise<unknown> => database.query(`${sql} WHERE name = $1`, [key]);
    await change(`UPDATE tokens SET models = '{other}'`);
    await expectEverywhere(403, key);
    await change(`UPDATE tokens SET models = '{sandbox-*}'`);
    await expectEverywhere(200, key);
    await change(`UPDATE tokens SET expires_at = now() - interval '1 second'`);
    await expectEverywhere(401, key);
    await change(`UPDATE tokens SET expires_at = NULL`);
    await expectEverywhere(200, key);
    await change(`UPDATE tokens SET enabled = false`);
    await expectEverywhere(401, key);
    await change(`UPDATE tokens SET enabled = true`);
    await expectEverywhere(200, key);
    await change(`DELETE FROM tokens`);
    await expectEverywhere(401, key);
  });

  it('ends a token by itself when its time has come, without any change', async () => {
    const key = await insertToken();
    await expectEverywhere(200, key);
    await database.query(`UPDATE tokens SET expires_at = now() + interval '300 ms' WHERE name = $1`, [key]);
    await expectEverywhere(401, key);
  });

  it('replaces a key, and lets two tokens swap theirs', async () => {
    const [first, second] = [await insertToken(), await insertToken()];
    const fresh = `sk-mg-${randomBytes(16).toString('hex')}`;
    const setKey = (name: string, key: string): Promise<unknown> =>
      database.query(`UPDATE tokens SET key_hash = $2 WHERE name = $1`, [name, hashOf(key)]);
    await setKey(first, fresh);
    await expectEverywhere(401, first);
    await expectEverywhere(200, fresh);
    await setKey(second, first);
    await setKey(first, second);
    await expectEverywhere(401, fresh);
    await expectEverywhere(200, first);
    await expectEverywhere(200, second);
  });

  it('one token that makes no sense does not stop the others', async () => {
    const [odd, other] = [await insertToken(), await insertToken()];
    await database.query(`UPDATE tokens SET allowed_ips = '{no-address}' WHERE name = $1`, [odd]);
    await database.query(`UPDATE tokens SET models = '{other}' WHERE name = $1`, [other]);
    await expectEverywhere(403, other);
    await expectEverywhere(403, odd);
  });

  it('adds, turns off and turns on a channel', async () => {
    const id = randomUUID();
    const secrets = new SecretBox(SECRET_KEY).seal(
      JSON.stringify({ apiKeys: ['sk-upstream-1'], headers: {} }),
      `channels/${id}/secrets`,
    );
    await expectEverywhere(404, TEST_TOKEN, 'added');
    await database.query(
      `INSERT INTO channels (id, name, provider, base_url, secrets, models, timeouts, origin)
       VALUES ($1, 'added', 'openai-compatible', $2, $3, '[{"id":"added","upstream":"x"}]',
               '{"connectMs":5000,"firstByteMs":5000,"idleMs":5000}', 'console')`,
      [id, upstream.url, secrets],
    );
    await expectEverywhere(200, TEST_TOKEN, 'added');
    await database.query(`UPDATE channels SET enabled = false WHERE id = $1`, [id]);
    await expectEverywhere(404, TEST_TOKEN, 'added');
    await database.query(`UPDATE channels SET enabled = true WHERE id = $1`, [id]);
    await expectEverywhere(200, TEST_TOKEN, 'added');
  });

  it('counts also when it was made while nobody listened', async () => {
    const key = await insertToken();
    await expectEverywhere(200, key);
    expect(await terminate('modelgate changes')).toBe(gateways.length);
    await database.query(`UPDATE tokens SET enabled = false WHERE name = $1`, [key]);
    await expectEverywhere(401, key, 'sandbox-chat', AFTER_RECONNECT_MS);
    await eventually(async () => (await listeners()) === gateways.length || undefined, AFTER_RECONNECT_MS);
    await database.query(`UPDATE tokens SET enabled = true WHERE name = $1`, [key]);
    await expectEverywhere(200, key);
  });

  it('counts also when the connections that read it have just been killed, and requests notice nothing', async () => {
    const key = await insertToken();
    await expectEverywhere(200, key);
    for (let round = 0; round < 5; round += 1) {
      const isEnabled = round % 2 === 1;
      const change = database.query(
        `WITH killed AS MATERIALIZED (
           SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND application_name = 'modelgate'
         ), counted AS (SELECT count(*) AS n FROM killed)
         UPDATE tokens SET enabled = $2 FROM counted WHERE name = $1 AND n >= 0`,
        [key, isEnabled],
      );
      expect(await Promise.all(gateways.map((gateway) => statusAt(gateway, TEST_TOKEN, 'm')))).toEqual([200, 200]);
      await change;
      await expectEverywhere(isEnabled ? 200 : 401, key, 'sandbox-chat', AFTER_RECONNECT_MS);
    }
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

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
