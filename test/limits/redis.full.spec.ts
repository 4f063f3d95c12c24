import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { type Admission, type LimitRefusal, type LimitSubject, Limits, RedisCounters } from '#limits';
import { eventually } from '../harness/index.js';
import { RedisServer } from '../processes/redis-server.js';
import { testCounters } from './counters-suite.js';
import { type LimitsProcess, startLimitsProcess } from './limits-process.js';
import { measureLeast } from '../cpu-time/index.js';

const HOLDER = fileURLToPath(new URL('./slot-holder.mjs', import.meta.url));
const NOON_MS = Date.UTC(2030, 0, 1, 12);

const alone: LimitSubject = { id: 'token:alone', limits: { concurrency: 1 } };

const askAt = (limits: Limits, nowMs: number) =>
  limits.admit([alone], { requestId: 'r', estimatedTokens: 0, nowMs });

async function admitOne({ limits }: LimitsProcess): Promise<Admission | undefined> {
  try {
    return await limits.admit([alone], { requestId: 'r', estimatedTokens: 0 });
  } catch {
    return undefined;
  }
}

describe('counting in Redis', () => {
  let server: RedisServer;

  beforeAll(async () => {
    server = await RedisServer.start();
  });

  afterAll(() => server.kill());

  async function connect(): Promise<RedisCounters> {
    const counters = new RedisCounters({ url: server.url });
    counters.applyHeartbeat(await eventually(() => counters.sendHeartbeat().catch(() => undefined)));
    return counters;
  }

  describe('like every implementation', () => {
    testCounters(connect);
  });

  it('admits exactly as many as the limits allow, in any of the processes', async () => {
    const processes = await Promise.all(
      Array.from({ length: 4 }, () => startLimitsProcess({ url: server.url })),
    );
    const token = { id: 'token:exact', limits: { rpm: 700, tpm: 10_000, concurrency: 650 } };
    const owner = { id: 'owner:exact', limits: { requestsPerDay: 600, rpm: 900 } };
    const attempts = processes.flatMap(({ limits }) =>
      Array.from({ length: 500 }, async (_, index) =>
        limits.admit([token, owner], { requestId: String(index), estimatedTokens: 10 }),
      ),
    );
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(600);
    const kinds = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as LimitRefusal).kind] : [],
    );
    expect(new Set(kinds)).toEqual(new Set(['rate-limited']));
    expect(processes.flatMap(({ warnings }) => warnings)).toEqual([]);
    await Promise.all(processes.map(({ limits }) => limits.close()));
  });

  it('continues after its scripts were flushed', async () => {
    const counters = await connect();
    const client = new Redis(server.url);
    await client.script('FLUSH');
    const admission = await new Limits(counters).admit([{ id: 'token:forgotten', limits: { rpm: 5 } }], {
      requestId: 'r',
      estimatedTokens: 0,
    });
    expect(admission.state.requests?.remaining).toBe(4);
    client.disconnect();
    await counters.close();
  });

  it('lets all of its keys expire', async () => {
    const { limits } = await startLimitsProcess({ url: server.url });
    const subject = { id: 'token:expiring', limits: { rpm: 5, tpm: 50, requestsPerDay: 5, concurrency: 5 } };
    await limits.admit([subject], { requestId: 'r', estimatedTokens: 1 });
    const client = new Redis(server.url);
    const keys = await client.keys('modelgate:{limits}:token:expiring:*');
    expect(keys).toHaveLength(4);
    for (const key of keys) expect(await client.pttl(key)).toBeGreaterThan(0);
    client.disconnect();
    await limits.close();
  });

  describe('a running request', () => {
    it('releases its slot 30 s after the last heartbeat of its process', async () => {
      const silent = new Limits(await connect());
      const other = new Limits(await connect());
      await askAt(silent, NOON_MS);
      await expect(askAt(other, NOON_MS + 29_999)).rejects.toMatchObject({ kind: 'concurrency-exceeded' });
      (await askAt(other, NOON_MS + 30_100)).release();
      await Promise.all([silent.close(), other.close()]);
    });

    it('keeps its slot while its process sends heartbeats, and no longer', async () => {
      const leaseMs = 900;
      const options = { url: server.url, leaseMs };
      const living = await startLimitsProcess(options, { renewEveryMs: 200 });
      const other = await startLimitsProcess(options);
      expect(await admitOne(living)).toBeDefined();
      const closeAt = performance.now() + 3 * leaseMs;
      while (performance.now() < closeAt) {
        expect(await admitOne(other)).toBeUndefined();
        await new Promise((resolve) => {
          setTimeout(resolve, 60);
        });
      }
      await living.limits.close();
      const admission = await eventually(() => admitOne(other));
      admission.release();
      await other.limits.close();
    });

    it('loses its slot when its process is killed', async () => {
      const leaseMs = 1_500;
      const other = await startLimitsProcess({ url: server.url, leaseMs });
      const killHolder = async (): Promise<number> => {
        const holder = spawn(process.execPath, [HOLDER, server.url, alone.id, String(leaseMs)]);
        await once(holder.stdout, 'data');
        expect(await admitOne(other)).toBeUndefined();
        holder.kill('SIGKILL');
        await once(holder, 'exit');
        const killedAt = performance.now();
        expect(await admitOne(other)).toBeUndefined();
        const admission = await eventually(() => admitOne(other));
        admission.release();
        return performance.now() - killedAt;
      };
      expect(await measureLeast(leaseMs + 500, killHolder)).toBeLessThan(leaseMs + 500);
      await other.limits.close();
    });
  });

  it('counts the active processes', async () => {
    const first = await startLimitsProcess({ url: server.url });
    // Those of the other cases expire within five seconds.
    await eventually(() => first.limits.processes === 1 || undefined);
    const second = await startLimitsProcess({ url: server.url });
    await eventually(() => first.limits.processes === 2 || undefined);
    await second.limits.close();
    await eventually(() => first.limits.processes === 1 || undefined);
    await first.limits.close();
  });
});
