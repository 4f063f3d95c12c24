import { createHash, randomUUID } from 'node:crypto';
import { TokenDirectory } from '#access';
import { TableChanges } from '#database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type TestDatabase,
  type TestGateway,
  createTestDatabase,
  eventually,
  startTestGateway,
} from '../harness/index.js';

/** The longest time until an announced change is applied. */
const WITHIN_MS = 1_000;

async function insertToken({ database }: TestGateway): Promise<string> {
  const key = `sk-mg-${randomUUID()}`;
  await database.query(
    `INSERT INTO tokens (id, name, key_hash, key_hint, origin) VALUES ($1, $2, $3, 'hint', 'console')`,
    [randomUUID(), key, createHash('sha256').update(key).digest()],
  );
  return key;
}

async function statusAt({ baseUrl }: TestGateway, key: string): Promise<number> {
  const response = await fetch(`${baseUrl}/models`, { headers: { authorization: `Bearer ${key}` } });
  await response.text();
  return response.status;
}

async function readMetric({ origin }: TestGateway): Promise<string | undefined> {
  const exposed = await (await fetch(`${origin}/metrics`)).text();
  return /^modelgate_changes_arriving (\d)$/m.exec(exposed)?.[1];
}

describe('a change without a notification', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startTestGateway({ sandbox: true });
  });

  afterAll(() => gateway.stop());

  it('is found by polling, and unchanged tables are not read again', async () => {
    const changes = gateway.get(TableChanges);
    const tokens = gateway.get(TokenDirectory);
    const key = await insertToken(gateway);
    await eventually(async () => (await statusAt(gateway, key)) === 200, WITHIN_MS);
    await changes.readMissed();

    let reads = 0;
    const reload = tokens.reload.bind(tokens);
    tokens.reload = () => {
      reads += 1;
      return reload();
    };
    await changes.readMissed();
    expect(reads).toBe(0);

    await gateway.database.query('ALTER TABLE tokens DISABLE TRIGGER announce_change');
    await gateway.database.query('UPDATE tokens SET enabled = false WHERE name = $1', [key]);
    await gateway.database.query('ALTER TABLE tokens ENABLE TRIGGER announce_change');
    expect(await statusAt(gateway, key)).toBe(200);
    await changes.readMissed();
    expect(await statusAt(gateway, key)).toBe(401);
    expect(reads).toBe(1);
    expect(changes.isArriving).toBe(true);
    expect(await readMetric(gateway)).toBe('1');
  });
});

describe('a gateway without notifications', () => {
  let elsewhere: TestDatabase;
  let gateway: TestGateway;

  beforeAll(async () => {
    elsewhere = await createTestDatabase();
    gateway = await startTestGateway({ sandbox: true, environment: { DATABASE_DIRECT_URL: elsewhere.url } });
  });

  afterAll(async () => {
    await gateway.stop();
    await elsewhere.drop();
  });

  it('logs this once, reports it in a metric, and applies a revocation with the next poll', async () => {
    const warnings = () => gateway.logs.filter(({ msg }) => msg === 'database notifications do not arrive');
    await eventually(() => warnings().length > 0);
    expect(warnings()[0]).toMatchObject({
      level: 40,
      rereadSeconds: 30,
      advice: expect.stringContaining('DATABASE_DIRECT_URL'),
    });
    expect(await readMetric(gateway)).toBe('0');

    const key = await insertToken(gateway);
    await gateway.get(TableChanges).readMissed();
    expect(await statusAt(gateway, key)).toBe(200);
    await gateway.database.query('UPDATE tokens SET enabled = false WHERE name = $1', [key]);
    await gateway.get(TableChanges).readMissed();
    expect(await statusAt(gateway, key)).toBe(401);
    expect(warnings()).toHaveLength(1);
  });
});
