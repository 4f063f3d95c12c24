import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { type LimitRefusal, type LimitSubject } from '#limits';
import { eventually } from '../harness/index.js';
import { RedisServer } from '../processes/redis-server.js';
import { type LimitsProcess, startLimitsProcess } from './limits-process.js';

/** Every process sends one request after the other for this time. */
async function askFor(durationMs: number, processes: LimitsProcess[], subjects: LimitSubject[]) {
  const used = { admitted: 0, atOnce: 0, tokens: 0 };
  const endAt = performance.now() + durationMs;
  const ask = async ({ limits }: LimitsProcess, turn: number): Promise<void> => {
    try {
      const asked = limits.admit(subjects, { requestId: 'r', estimatedTokens: 10 });
      if (!(asked instanceof Promise)) used.atOnce += 1;
      const admission = await asked;
      used.admitted += 1;
      const tokens = turn % 17;
      used.tokens += tokens;
      admission.adjustTokens(tokens);
      admission.release();
    } catch (error) {
      expect((error as LimitRefusal).kind).toBe('rate-limited');
    }
  };
  const run = async (process: LimitsProcess): Promise<void> => {
    for (let turn = 0; performance.now() < endAt; turn += 1) {
      await ask(process, turn);
      if (turn % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  await Promise.all(processes.map(run));
  return used;
}

async function getSum(client: Redis, key: string): Promise<number> {
  const slots = await client.hvals(`modelgate:{limits}:${key}`);
  return slots.reduce((sum, count) => sum + Number(count), 0);
}

const start = (url: string, count: number): Promise<LimitsProcess[]> =>
  Promise.all(Array.from({ length: count }, () => startLimitsProcess({ url })));

describe('counts that Redis has leased in advance', () => {
  let server: RedisServer;

  beforeAll(async () => {
    server = await RedisServer.start();
  });

  afterAll(() => server.kill());

  it('save nearly all calls to Redis, and are exact in the end', async () => {
    const processes = await start(server.url, 2);
    const client = new Redis(server.url);
    const commands = async (): Promise<number> =>
      Number(/total_commands_processed:(\d+)/.exec(await client.info('stats'))?.[1]);
    const before = await commands();
    const used = await askFor(2_500, processes, [
      { id: 'token:leased', limits: { rpm: 10_000_000, tpm: 100_000_000, requestsPerDay: 10_000_000 } },
      { id: 'owner:leased', limits: { rpm: 20_000_000 } },
    ]);
    expect(used.admitted).toBeGreaterThan(1_000);
    expect(used.atOnce).toBeGreaterThan(used.admitted * 0.9);
    expect((await commands()) - before).toBeLessThan(used.admitted);
    await Promise.all(processes.map(({ limits }) => limits.close()));
    for (const key of ['token:leased:rpm', 'token:leased:requestsPerDay', 'owner:leased:rpm'])
      expect(await getSum(client, key)).toBe(used.admitted);
    expect(await getSum(client, 'token:leased:tpm')).toBe(used.tokens);
    expect(processes.flatMap(({ warnings }) => warnings)).toEqual([]);
    client.disconnect();
  });

  it('include slots of running requests, as long as most are free', async () => {
    const processes = await start(server.url, 2);
    const client = new Redis(server.url);
    const places = (): Promise<number> => client.zcard('modelgate:{limits}:token:places:concurrency');
    const token: LimitSubject = { id: 'token:places', limits: { rpm: 10_000_000, concurrency: 40 } };
    const used = await askFor(1_500, processes, [token]);
    expect(used.atOnce).toBeGreaterThan(used.admitted * 0.8);
    await eventually(async () => (await places()) === 0 || undefined);
    const attempts = processes.flatMap(({ limits }) =>
      Array.from({ length: 50 }, async (_, index) =>
        limits.admit([token], { requestId: String(index), estimatedTokens: 0 }),
      ),
    );
    const admissions = (await Promise.allSettled(attempts)).flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value] : [],
    );
    expect(admissions).toHaveLength(40);
    for (const admission of admissions) admission.release();
    await eventually(async () => (await places()) === 0 || undefined);
    await Promise.all(processes.map(({ limits }) => limits.close()));
    client.disconnect();
  });

  it('never allow more than the limit, and all of it in the end', async () => {
    const processes = await start(server.url, 3);
    const subjects = [{ id: 'token:scarce', limits: { rpm: 500 } }];
    const first = await askFor(400, processes, subjects);
    expect(first.admitted).toBeLessThanOrEqual(500);
    // The unused leases of the others are returned two seconds later.
    const second = await askFor(4_000, processes.slice(0, 1), subjects);
    expect(first.admitted + second.admitted).toBe(500);
    await Promise.all(processes.map(({ limits }) => limits.close()));
  });
});
