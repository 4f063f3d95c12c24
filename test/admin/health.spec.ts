import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service } from '#lifecycle';
import { programVersion } from '#telemetry';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, channelTo, eventually, startTestGateway } from '../harness/index.js';
import { type AdminAnswer, ask } from './ask.js';
import { People, type Person } from './people.js';
import { findFreePort } from '../small-server/index.js';

interface Health {
  status: string;
  problems: string[];
  channels: { name: string; status: string; impairments: object[] }[];
  workers: { alive: number };
}

describe('the health of an installation', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  let people: People;
  let admin: Person;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    gateway = await startTestGateway({
      channels: [channelTo(upstream), { ...channelTo(upstream), name: 'spare', models: ['n'] }],
    });
    people = await People.of(gateway);
    admin = await people.signedIn('admin');
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
    await upstream.close();
  });

  const show = (): Promise<AdminAnswer> => ask(gateway.origin, 'GET /api/health', { headers: admin.headers });
  const healthOnce = (is: (health: Health) => boolean): Promise<Health> =>
    eventually(async () => {
      const health = (await show()).body as unknown as Health;
      return is(health) ? health : undefined;
    });

  it('contains everything that is known', async () => {
    const { status, body } = await show();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: programVersion(),
      uptime_seconds: expect.any(Number),
      database: { reachable: true, migrated: true, latency_ms: expect.any(Number), problem: null },
      queue: {
        backend: 'postgres',
        reachable: true,
        problem: null,
        backlog: [
          { name: 'video tasks', open: 0, overdue_seconds: 0 },
          { name: 'background responses', open: 0, overdue_seconds: 0 },
          { name: 'webhook deliveries', open: 0, overdue_seconds: null },
        ],
      },
      channels: [
        { name: 'main', status: 'not_tested', advice: 'Test the channel.', impairments: [] },
        { name: 'spare', status: 'not_tested', impairments: [] },
      ],
      usage: { waiting_events: 0, lost_events: 0, durable: true },
    });
  });

  it('lists the workers that are alive', async () => {
    expect((await show()).body).toMatchObject({
      status: 'degraded',
      problems: ['No worker is running. Tasks and webhooks are not processed.'],
      workers: { alive: 0, last_seen_at: null },
    });
    const workers: Service[] = [await createWorker(gateway.shared), await createWorker(gateway.shared)];
    expect(await healthOnce(({ workers: { alive } }) => alive === 2)).toMatchObject({ status: 'ok' });
    await Promise.all(workers.map((worker) => worker.close()));
    expect(await healthOnce(({ workers: { alive } }) => alive === 0)).toMatchObject({ status: 'degraded' });
  });

  it('names a channel with a rejected key', async () => {
    upstream.script({ kind: 'error', status: 401 });
    await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello!' }] }),
    });
    const { problems, channels } = await healthOnce((health) =>
      health.channels.some(({ status }) => status === 'impaired'),
    );
    expect(problems).toContain('The channel "main" has a key that its provider rejects.');
    expect(channels).toMatchObject([
      {
        name: 'main',
        status: 'impaired',
        reason: 'API key: the provider rejects this key.',
        advice: 'Replace the key.',
        impairments: [{ state: 'key-refused', upstream_model: null }],
      },
      { name: 'spare', status: 'not_tested' },
    ]);
  });

  it('reports that the database is older than the program', async () => {
    await gateway.database.query(`UPDATE migrations SET name = 'x' || name WHERE name LIKE 'CreateAudit%'`);
    expect((await show()).body).toMatchObject({
      status: 'down',
      database: { reachable: true, migrated: false },
      queue: null,
      channels: null,
      workers: null,
    });
    await gateway.database.query(`UPDATE migrations SET name = substr(name, 2) WHERE name LIKE 'x%'`);
    expect((await show()).body).toMatchObject({ database: { migrated: true } });
  });
});

describe('the health of an installation whose queue is on Redis', () => {
  let gateway: TestGateway;
  let people: People;

  beforeAll(async () => {
    const port = await findFreePort();
    gateway = await startTestGateway({ environment: { REDIS_URL: `redis://127.0.0.1:${port}` } });
    people = await People.of(gateway);
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
  });

  it('reports that Redis does not respond', async () => {
    const { headers } = await people.signedIn('admin');
    const { status, body } = await ask(gateway.origin, 'GET /api/health', { headers });
    expect([status, body['status']]).toEqual([200, 'degraded']);
    expect(body['queue']).toMatchObject({
      backend: 'redis',
      reachable: false,
      problem: expect.stringContaining('ECONNREFUSED'),
    });
    expect(body['problems']).toContainEqual(
      expect.stringMatching(/^The queue is unavailable: .*ECONNREFUSED/),
    );
  });
});
