import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Logger } from '#telemetry';
import { delayFailures } from './queue-store.js';
import { ReconnectingClient } from './reconnecting-client.js';

/** Simulates a loop of errors in BullMQ that blocks the event loop. */
class SpinningClient extends EventEmitter {
  isClosed = false;
  errors = 0;

  constructor(private readonly maxErrors = 100_000) {
    super();
  }

  async waitUntilReady(): Promise<void> {
    void this.spin();
  }

  private async spin(): Promise<void> {
    await Promise.resolve();
    while (!this.isClosed && this.errors < this.maxErrors) {
      this.errors += 1;
      this.emit('error', new Error('not queryable'));
      await Promise.resolve();
    }
  }
}

class StableClient extends EventEmitter {
  isClosed = false;

  async waitUntilReady(): Promise<void> {}
}

interface Line {
  queue: string;
  failures?: number;
  downMs?: number;
  msg: string;
}

describe('ReconnectingClient', () => {
  const lines: Line[] = [];
  const log = (fields: Omit<Line, 'msg'>, msg: string): number => lines.push({ ...fields, msg });
  const logger = { warn: log, info: log } as unknown as Logger;
  let discarded = 0;
  let client: ReconnectingClient<SpinningClient | StableClient> | undefined;

  const start = (create: () => SpinningClient | StableClient): void => {
    client = new ReconnectingClient<SpinningClient | StableClient>({
      name: 'videos',
      settings: { databaseUrl: '' },
      connections: 1,
      logger,
      create,
      abandon: async (abandoned) => void (abandoned.isClosed = true),
      close: async (closed) => void (closed.isClosed = true),
      openStore: async () => ({
        createBackend: () => {
          throw new Error('not used in this test');
        },
        discard: async () => void (discarded += 1),
      }),
    });
  };

  afterEach(async () => {
    await client?.close();
    lines.length = 0;
    discarded = 0;
  });

  it('ends a client in a loop of errors after the first error', async () => {
    const created: SpinningClient[] = [];
    start(() => {
      const next = new SpinningClient();
      created.push(next);
      return next;
    });
    await sleep(1_000);
    expect(created.map(({ errors }) => errors)).toEqual(created.map(() => 1));
    // The delay doubles each time, so there are few attempts in a second.
    expect(created.length).toBeGreaterThan(1);
    expect(created.length).toBeLessThan(5);
    expect(discarded).toBeGreaterThanOrEqual(created.length - 1);
  });

  it('logs once that the queue is unreachable, and once that it is reachable again, with the number of failures', async () => {
    const created: (SpinningClient | StableClient)[] = [];
    start(() => {
      const next = created.length < 3 ? new SpinningClient() : new StableClient();
      created.push(next);
      return next;
    });
    while (lines.length < 2) await sleep(20);
    expect(lines).toEqual([
      { queue: 'videos', reason: 'not queryable', msg: 'the queue is unreachable' },
      { queue: 'videos', failures: 3, downMs: expect.any(Number), msg: 'the queue is reachable again' },
    ]);
  });

  it('replaces a client after a reported failure, and returns the new one', async () => {
    const created: StableClient[] = [];
    start(() => {
      const next = new StableClient();
      created.push(next);
      return next;
    });
    const first = await client?.whenOpen();
    if (first === undefined) throw new Error('there is a client');
    client?.fail(first, new Error('no response'));
    const second = await client?.whenOpen();
    expect(second).not.toBe(first);
    expect(created.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    client?.fail(first, new Error('reported late'));
    expect(await client?.whenOpen()).toBe(second);
  });
});

describe('delayFailures', () => {
  it('lets timers run although a failure is retried immediately', async () => {
    const store = delayFailures({ take: () => Promise.reject(new Error('not queryable')) });
    let tries = 0;
    const timer = new AbortController();
    setTimeout(() => timer.abort(), 50);
    while (!timer.signal.aborted && tries < 10_000) {
      tries += 1;
      await store.take().catch(() => undefined);
    }
    expect(timer.signal.aborted).toBe(true);
    expect(tries).toBe(1);
  });

  it('does not change other members', async () => {
    const store = delayFailures({
      name: 'videos',
      async read() {
        return this.name;
      },
      size() {
        return this.name.length;
      },
    });
    expect(await store.read()).toBe('videos');
    expect([store.size(), store.name]).toEqual([6, 'videos']);
  });
});
