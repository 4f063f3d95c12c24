import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { type LimitRefusal, type LimitSubject } from '#limits';
import { eventually } from '../harness/index.js';
import { RedisServer } from '../processes/redis-server.js';
import { type LimitsProcess, startLimitsProcess } from './limits-process.js';

const PROCESSES = 3;
const SHARE = 10;
const LIMIT = PROCESSES * SHARE;

describe('without Redis', () => {
  it('starts with its configured share of the limits', async () => {
    const process = await startLimitsProcess({ url: 'redis://127.0.0.1:1' }, { processes: PROCESSES });
    expect(process.limits.isShared).toBe(false);
    expect(process.warnings).toEqual([
      [{ processes: PROCESSES }, 'Redis is unavailable at start: limits are divided between the processes'],
    ]);
    const load = new Load([process], 'never-there');
    for (let attempt = 0; attempt < LIMIT; attempt += 1) load.askOnce();
    expect(await load.result()).toMatchObject({ admitted: [SHARE], errors: [] });
    await process.limits.close();
  });
});

describe('a server of a Redis Cluster', () => {
  it('is not used, although it could run the commands, and this is logged once', async () => {
    const server = await RedisServer.start('cluster');
    const client = new Redis(server.url);
    await client.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await eventually(async () => String(await client.call('CLUSTER', 'INFO')).includes('cluster_state:ok'));
    client.disconnect();
    const process = await startLimitsProcess({ url: server.url }, { processes: PROCESSES });
    expect(process.limits.isShared).toBe(false);
    expect(process.warnings).toEqual([
      [
        { reason: expect.stringContaining('part of a Redis Cluster') },
        'limits are not shared: this Redis server is not supported',
      ],
      [{ processes: PROCESSES }, 'Redis is unavailable at start: limits are divided between the processes'],
    ]);
    await process.limits.close();
    await server.kill();
  });
});

describe('Redis is lost', () => {
  let server: RedisServer;
  let pid: number;
  let processes: LimitsProcess[];

  beforeEach(async () => {
    server = await RedisServer.start();
    processes = await Promise.all(
      Array.from({ length: PROCESSES }, () => startLimitsProcess({ url: server.url })),
    );
    await allTrue(({ limits }) => limits.isShared && limits.processes === PROCESSES);
    const client = new Redis(server.url);
    pid = Number(/process_id:(\d+)/.exec(await client.info('server'))?.[1]);
    client.disconnect();
  });

  afterEach(async () => {
    const logged = processes.map(({ warnings }) => warnings.length);
    await Promise.all(processes.map(({ limits }) => limits.close()));
    await server.kill();
    expect(processes.map(({ warnings }) => warnings.length)).toEqual(logged);
  });

  const allTrue = (holds: (process: LimitsProcess) => boolean, timeoutMs?: number): Promise<boolean> =>
    eventually(() => processes.every(holds) || undefined, timeoutMs);
  const areDivided = () => allTrue(({ limits }) => !limits.isShared);
  const areBack = () => allTrue(({ limits }) => limits.isShared, 1_000);

  /**
   * One warning and one note for each loss, and no other lines. On a busy machine Redis may respond too late once more,
   * which is another loss.
   */
  function expectLossLogged(): void {
    for (const { warnings, notes } of processes) {
      const said = warnings.map(([, message]) => message);
      expect(new Set(said)).toEqual(
        new Set(['Redis is unavailable: limits are divided between the processes']),
      );
      expect(said.length).toBeLessThanOrEqual(2);
      expect(notes).toHaveLength(said.length + 1);
    }
  }

  it('by kill -9: shares of the limits, no error, and all counts afterwards', async () => {
    const before = new Load(processes, 'before').begin();
    await eventually(() => before.total >= LIMIT || undefined);
    const usedBefore = [...before.admitted];
    await server.kill();
    await areDivided();
    const during = new Load(processes, 'during').begin();
    await eventually(() => during.total >= LIMIT || undefined);
    await server.run();
    await areBack();
    await eventually(() => before.refused > 100 && during.refused > 100);
    const [old, fresh] = [await before.result(), await during.result()];
    expect(fresh).toEqual({ admitted: [SHARE, SHARE, SHARE], errors: [] });
    expect(old).toEqual({ admitted: usedBefore.map((used) => Math.max(used, SHARE)), errors: [] });
    expectLossLogged();
  });

  it('by a pause of its process: one timeout, then no waiting at all', async () => {
    const load = new Load(processes, 'hung');
    process.kill(pid, 'SIGSTOP');
    load.begin();
    await areDivided();
    for (const { limits } of processes) {
      expect(limits.admit([{ id: 'token:other', limits: { rpm: 1 } }], aRequest())).not.toBeInstanceOf(
        Promise,
      );
    }
    // Long enough that connections are closed and opened again.
    await eventually(() => load.runningMs > 3_000 || undefined, 10_000);
    expect(processes.map(({ warnings }) => warnings.length)).toEqual(processes.map(() => 1));
    process.kill(pid, 'SIGCONT');
    await areBack();
    const result = await load.result();
    expect(result.errors).toEqual([]);
    expect(load.total).toBeLessThanOrEqual(LIMIT);
    // A request that waited for Redis would have waited for more than three seconds.
    expect(load.maxAskMs).toBeLessThan(3_000);
    expectLossLogged();
  });

  it('by the CLIENT PAUSE command', async () => {
    const client = new Redis(server.url);
    await client.client('PAUSE', 1_000);
    const load = new Load(processes, 'paused').begin();
    await areDivided();
    await eventually(() => load.total >= LIMIT || undefined);
    // The pause itself is part of it, and other suites run at the same time.
    await allTrue(({ limits }) => limits.isShared, 5_000);
    expect(await load.result()).toEqual({ admitted: [SHARE, SHARE, SHARE], errors: [] });
    expectLossLogged();
    client.disconnect();
  });

  it('by the loss of its data: the counts of the processes are sent again', async () => {
    const client = new Redis(server.url);
    const load = new Load(processes, 'wiped').begin();
    await eventually(() => load.total >= LIMIT || undefined);
    const used = [...load.admitted];
    await client.flushall();
    await areDivided();
    await areBack();
    const refused = load.refused;
    await eventually(() => load.refused > refused + 100 || undefined);
    const { admitted, errors } = await load.result();
    expect(errors).toEqual([]);
    expect(admitted).toEqual(used.map((before) => Math.max(before, SHARE)));
    client.disconnect();
  });

  it('and running requests keep their slots in the meantime', async () => {
    const token: LimitSubject = { id: 'token:running', limits: { concurrency: PROCESSES } };
    const ask = async ({ limits }: LimitsProcess) => limits.admit([token], aRequest());
    const [first, second, third] = processes as [LimitsProcess, LimitsProcess, LimitsProcess];
    const admissions = [await ask(first), await ask(second)];
    await server.kill();
    await areDivided();
    await expect(ask(first)).rejects.toMatchObject({ kind: 'concurrency-exceeded' });
    admissions.push(await ask(third));
    admissions[1]?.release();
    await server.run();
    await areBack();
    await ask(second);
    await expect(ask(third)).rejects.toMatchObject({ kind: 'concurrency-exceeded' });
    expectLossLogged();
  });
});

const aRequest = () => ({ requestId: 'r', estimatedTokens: 0 });

/** Every process sends requests of one token repeatedly. */
class Load {
  readonly admitted: number[];
  readonly errors: unknown[] = [];
  refused = 0;
  maxAskMs = 0;
  private readonly startedAt = performance.now();
  private readonly asking = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private readonly token: LimitSubject;

  constructor(
    private readonly processes: readonly LimitsProcess[],
    name: string,
  ) {
    this.token = { id: `token:${name}`, limits: { rpm: LIMIT } };
    this.admitted = processes.map(() => 0);
  }

  get total(): number {
    return this.admitted.reduce((sum, count) => sum + count, 0);
  }

  get runningMs(): number {
    return performance.now() - this.startedAt;
  }

  begin(): this {
    this.timer = setInterval(() => this.askOnce(), 3);
    return this;
  }

  askOnce(): void {
    for (const index of this.processes.keys()) {
      const asking = this.ask(index).finally(() => this.asking.delete(asking));
      this.asking.add(asking);
    }
  }

  async result(): Promise<{ admitted: number[]; errors: unknown[] }> {
    clearInterval(this.timer);
    await Promise.all(this.asking);
    return { admitted: this.admitted, errors: this.errors };
  }

  private async ask(index: number): Promise<void> {
    const startedAt = performance.now();
    try {
      await this.processes[index]?.limits.admit([this.token], aRequest());
      this.admitted[index] = (this.admitted[index] ?? 0) + 1;
    } catch (error) {
      if ((error as LimitRefusal).kind === 'rate-limited') this.refused += 1;
      else this.errors.push(error);
    }
    this.maxAskMs = Math.max(this.maxAskMs, performance.now() - startedAt);
  }
}
