import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Logger } from '#telemetry';
import { LeasedWorker, type LeasedWorkerOptions } from './leased-worker.js';

interface Item {
  id: number;
}

const MAX_CONCURRENT = 3;

/** The test decides when items end. */
class TestWorker extends LeasedWorker<Item> {
  due: Item[] = [];
  claims = 0;
  claimError: Error | undefined;
  renewError: Error | undefined;
  nextMs = 60_000;
  readonly renewed: number[][] = [];
  quietMs = 0;
  readonly lost: number[] = [];
  readonly failures: unknown[] = [];
  private readonly ends = new Map<number, (error?: Error) => void>();

  constructor(options: Partial<LeasedWorkerOptions>, logger: Logger) {
    super({ items: 'items', maxConcurrent: MAX_CONCURRENT, leaseMs: 5_000, logger, ...options });
  }

  get ids(): number[] {
    return this.running.map(({ id }) => id);
  }

  async end(id: number, error?: Error): Promise<void> {
    this.ends.get(id)?.(error);
    await jest.advanceTimersByTimeAsync(0);
  }

  protected override async claimDue(max: number): Promise<Item[]> {
    this.claims += 1;
    if (this.claimError !== undefined) throw this.claimError;
    return this.due.splice(0, max);
  }

  protected override quietForMs(): Promise<number> {
    return Promise.resolve(this.quietMs);
  }

  protected override nextDueInMs(maxMs: number): Promise<number> {
    return Promise.resolve(Math.min(this.nextMs, maxMs));
  }

  protected override run({ id }: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      this.ends.set(id, (error) => (error === undefined ? resolve() : reject(error)));
    });
  }

  protected override onFailure({ id }: Item, error: unknown): void {
    this.failures.push([id, (error as Error).message]);
  }

  protected override async renew(running: readonly Item[]): Promise<void> {
    if (this.renewError !== undefined) throw this.renewError;
    this.renewed.push(running.map(({ id }) => id));
  }

  protected override onLeaseLost({ id }: Item): void {
    this.lost.push(id);
  }
}

class InterruptibleWorker extends TestWorker {
  protected override interrupt({ id }: Item): void {
    void this.end(id);
  }
}

const items = (...ids: number[]): Item[] => ids.map((id) => ({ id }));

describe('LeasedWorker', () => {
  let warnings: unknown[];
  let logger: Logger;

  beforeEach(() => {
    jest.useFakeTimers();
    warnings = [];
    logger = { warn: (...line: unknown[]) => warnings.push(line) } as unknown as Logger;
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  const start = async (
    options: Partial<LeasedWorkerOptions> = {},
    due: Item[] = [],
    Worker = TestWorker,
  ): Promise<TestWorker> => {
    const worker = new Worker(options, logger);
    worker.due = due;
    await worker.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(0);
    return worker;
  };

  it('scans at the start, every second, when it is woken and when an item is due sooner', async () => {
    const worker = await start();
    expect(worker.claims).toBe(1);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(worker.claims).toBe(3);
    worker.nextMs = 200;
    await worker.process();
    await jest.advanceTimersByTimeAsync(0);
    expect(worker.claims).toBe(4);
    await jest.advanceTimersByTimeAsync(200);
    expect(worker.claims).toBe(5);
  });

  it('claims without a hint only when an item may be due', async () => {
    const worker = await start();
    worker.quietMs = 1_000;
    await jest.advanceTimersByTimeAsync(3_000);
    expect(worker.claims).toBe(1);
    worker.quietMs = 400;
    await jest.advanceTimersByTimeAsync(1_000);
    worker.quietMs = 0;
    await jest.advanceTimersByTimeAsync(400);
    expect(worker.claims).toBe(2);
    worker.quietMs = 1_000;
    worker.wake();
    await jest.advanceTimersByTimeAsync(20);
    expect(worker.claims).toBe(3);
  });

  it('cannot be woken before its start', async () => {
    const worker = new TestWorker({}, logger);
    worker.wake();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(worker.claims).toBe(0);
  });

  it('runs at most the maximum number of items, and claims the next when one ends', async () => {
    const worker = await start({}, items(1, 2, 3, 4, 5));
    expect(worker.ids).toEqual([1, 2, 3]);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(worker.ids).toEqual([1, 2, 3]);
    await worker.end(2);
    expect(worker.ids).toEqual([1, 3, 4]);
  });

  it('scans only once more when it is woken several times during a scan', async () => {
    const worker = await start();
    for (let times = 0; times < 5; times += 1) worker.wake();
    await jest.advanceTimersByTimeAsync(20);
    expect(worker.claims).toBe(3);
    await jest.advanceTimersByTimeAsync(500);
    expect(worker.claims).toBe(3);
  });

  it('logs a failed scan, and scans again after a second', async () => {
    const worker = await start();
    worker.claimError = new Error('the database is away');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(warnings).toEqual([[{ err: new Error('the database is away') }, 'due items could not be loaded']]);
    worker.claimError = undefined;
    worker.due = items(1);
    await jest.advanceTimersByTimeAsync(900);
    expect(worker.ids).toEqual([]);
    await jest.advanceTimersByTimeAsync(100);
    expect(worker.ids).toEqual([1]);
  });

  it('continues when one of its items fails', async () => {
    const worker = await start({}, items(1, 2, 3, 4));
    await worker.end(1, new Error('broken'));
    expect(worker.failures).toEqual([[1, 'broken']]);
    expect(worker.ids).toEqual([2, 3, 4]);
  });

  it('renews the leases of running items, and reports those that it could not renew in time', async () => {
    const worker = await start({ renewEveryMs: 1_000 }, items(1, 2));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(worker.renewed).toEqual([[1, 2]]);
    worker.renewError = new Error('the database is away');
    await jest.advanceTimersByTimeAsync(4_000);
    expect(worker.lost).toEqual([]);
    expect(warnings[0]).toEqual([
      { err: new Error('the database is away') },
      'leases of items could not be renewed',
    ]);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(worker.lost).toEqual([1, 2]);
  });

  it('claims nothing while it stops, waits for running items, and still renews their leases', async () => {
    const worker = await start({ renewEveryMs: 1_000 }, items(1));
    let hasStopped = false;
    worker.onModuleDestroy();
    worker.due = items(2);
    worker.wake();
    const stopping = worker.beforeApplicationShutdown().then(() => (hasStopped = true));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(hasStopped).toBe(false);
    expect(worker.ids).toEqual([1]);
    expect(worker.renewed).toHaveLength(60);
    await worker.end(1);
    await stopping;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(worker.claims).toBe(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('interrupts running items after the drain time', async () => {
    const worker = await start({ drainMs: 0 }, items(1, 2), InterruptibleWorker);
    await worker.stop();
    expect(worker.ids).toEqual([]);
  });

  it('stops without waiting for items that it cannot interrupt', async () => {
    const worker = await start({ drainMs: 0 }, items(1));
    await worker.stop();
    expect(worker.ids).toEqual([1]);
  });
});
