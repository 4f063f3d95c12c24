import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RefusalJournal } from '#metering';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../harness/index.js';
import { ask } from './ask.js';
import { type Person, People } from './people.js';
import { CHAT } from './refused-rows.js';
import { measureCpuMs } from '../cpu-time/index.js';

const stranger = (index: number) => ({ address: `10.0.${Math.floor(index / 250)}.${index % 250}` });

describe('floods of rejected requests', () => {
  let gateway: TestGateway;
  let people: People;
  let admin: Person;

  beforeAll(async () => {
    gateway = await startTestGateway({ sandbox: true });
    people = await People.of(gateway);
    admin = await people.signedIn('admin');
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
  });

  const get = (path: string) => ask(gateway.origin, `GET /api/requests${path}`, { headers: admin.headers });

  it('are counted exactly in a flood, and stored as a sample', async () => {
    const journal = gateway.get(RefusalJournal);
    const token = { id: '00000000-0000-4000-8000-00000000f100', owner: 'flooding' };
    const describe = (index: number) => () => ({
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      requestId: `flood-${index}`,
      startedAtMs: Date.now(),
      durationMs: 1,
      token,
      isStreamed: false,
      outcome: 'rate-limited' as const,
      client: {},
    });
    const cpuMs = measureCpuMs(() => {
      for (let index = 0; index < 50_000; index += 1)
        journal.note({ token, client: {}, outcome: 'rate-limited' }, describe(index));
    });
    expect(cpuMs).toBeLessThan(500);
    await journal.flush();
    const { body } = await get('/count?owner=flooding');
    expect(body['count']).toBeGreaterThanOrEqual(20);
    expect(body['count']).toBeLessThanOrEqual(25);
    journal.note({ token, client: {}, outcome: 'rate-limited' }, describe(50_000));
    await journal.flush();
    const since = new Date(Date.now() - 60_000).toISOString();
    const counts = (await get(`/refusals?from=${since}&owner=flooding`)).body['data'] as {
      refusals: number;
    }[];
    expect(counts.reduce((sum, { refusals }) => sum + refusals, 0)).toBe(50_001);
  });

  it('leave room for the rejected requests of tokens while many come without a token', async () => {
    const journal = gateway.get(RefusalJournal);
    let recorded = 0;
    for (let index = 0; index < 5_000; index += 1) {
      journal.note({ token: undefined, client: stranger(index), outcome: 'unknown-token' }, () => {
        recorded += 1;
        return {
          id: `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
          requestId: `stranger-${index}`,
          startedAtMs: Date.now(),
          durationMs: 1,
          isStreamed: false,
          outcome: 'unknown-token',
          client: stranger(index),
        };
      });
    }
    expect(recorded).toBeLessThanOrEqual(200);
    const { status, headers } = await fetch(`${gateway.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TEST_TOKEN}` },
      body: JSON.stringify({ ...CHAT, model: 'nothing' }),
    });
    expect(status).toBe(404);
    const id = headers.get('x-request-id') ?? '';
    const found = await eventually(async () => {
      await journal.flush();
      const answer = await get(`/${id}`);
      return answer.status === 200 ? answer.body : undefined;
    });
    expect(found).toMatchObject({ id });
  });
});
