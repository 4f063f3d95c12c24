import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, createEmptyDatabase, eventually } from '../harness/index.js';
import { PgBouncer, type PgBouncerOptions } from './pgbouncer.js';
import { RunningModelgate, makeDataFolder, removeFolder } from './running-modelgate.js';
import { findFreePort } from '../small-server/index.js';
import { measureLeast } from '../cpu-time/index.js';

const SECRET_KEY = randomBytes(32).toString('base64');
/** A little more than the half minute between two polls of the tables. */
const REREAD_MS = 35_000;
const REQUESTS = 200;

interface LogLine {
  level: number;
  name: string;
  msg: string;
}

describe('behind PgBouncer', () => {
  const folder = makeDataFolder();
  let database: TestDatabase;
  let bouncer: PgBouncer;
  let modelgate: RunningModelgate;

  beforeAll(async () => {
    database = await createEmptyDatabase();
  });

  afterEach(async () => {
    await modelgate.stop();
    await bouncer.stop();
  });

  afterAll(async () => {
    await database.drop();
    removeFolder(folder);
  });

  async function start(options: PgBouncerOptions, environment: Record<string, string> = {}): Promise<void> {
    bouncer = await PgBouncer.start(database.url, options);
    modelgate = new RunningModelgate(`${folder}/data`, {
      DATABASE_URL: bouncer.url,
      MODELGATE_SECRET_KEY: SECRET_KEY,
      PORT: String(await findFreePort()),
      ...environment,
    });
  }

  const logged = (): LogLine[] =>
    modelgate.stderr
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LogLine);

  async function ask(path: string, key: string, body?: object): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${modelgate.baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }

  const readStatus = async (key: string): Promise<number> => (await ask('/models', key)).status;

  /** Returns how long it took until the key was rejected. */
  async function revoke(key: string): Promise<number> {
    await database.query('UPDATE tokens SET enabled = false');
    const revokedAt = performance.now();
    await eventually(async () => (await readStatus(key)) === 401, REREAD_MS);
    const tookMs = performance.now() - revokedAt;
    await database.query('UPDATE tokens SET enabled = true');
    await eventually(async () => (await readStatus(key)) === 200, REREAD_MS);
    return tookMs;
  }

  const readMetric = async (): Promise<string | undefined> => {
    const exposed = await (await fetch(new URL('/metrics', modelgate.baseUrl))).text();
    return /^modelgate_changes_arriving (\d)$/m.exec(exposed)?.[1];
  };

  const warnings = (): LogLine[] =>
    logged().filter(({ msg }) => msg === 'database notifications do not arrive');

  let token = '';

  it('in transaction mode everything works if DATABASE_DIRECT_URL bypasses it', async () => {
    await start({ poolMode: 'transaction' }, { DATABASE_DIRECT_URL: database.url });
    await modelgate.ready();
    token = modelgate.token;
    const chat = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }] };
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, () => ask('/chat/completions', token, chat)),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);

    const created = await ask('/video/generations', token, { model: 'sandbox-video', prompt: 'a boat' });
    const { task_id: task } = created.body as { task_id: string };
    await eventually(async () => {
      const { body } = await ask(`/video/generations/${task}`, token);
      return (body as { status: string }).status === 'completed';
    }, 60_000);

    // Every request is recorded, by statements that were prepared on any of the connections.
    await eventually(async () => {
      const [row] = await database.query('SELECT count(*)::int AS events FROM usage_events');
      return Number(row?.['events']) >= REQUESTS;
    });
    expect(await measureLeast(2_000, () => revoke(token))).toBeLessThan(2_000);
    expect(await readMetric()).toBe('1');
    expect(logged().filter(({ level }) => level >= 40)).toEqual([]);
  });

  it('in session mode everything works through it', async () => {
    await start({ poolMode: 'session', ignores: ['statement_timeout', 'options'], poolSize: 40 });
    await modelgate.ready();
    expect(await measureLeast(2_000, () => revoke(token))).toBeLessThan(2_000);
    expect(await readMetric()).toBe('1');
  });

  it('in transaction mode without that, the log reports once that notifications do not arrive, and changes are applied within half a minute', async () => {
    await start({ poolMode: 'transaction', ignores: ['statement_timeout', 'options'] });
    await modelgate.ready();
    await eventually(() => warnings().length === 2);
    expect(
      warnings()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['api', 'worker']);
    expect(await readMetric()).toBe('0');
    await revoke(token);
    expect(warnings()).toHaveLength(2);
  });

  it('if it rejects the parameters of connections, the start ends with one line', async () => {
    await start({ poolMode: 'transaction' });
    expect(await modelgate.exited).toBe(78);
    expect(modelgate.stdout).toMatch(
      /^DATABASE_URL: the server at 127\.0\.0\.1:\d+ .*DATABASE_DIRECT_URL.*\n$/,
    );
  });
});
