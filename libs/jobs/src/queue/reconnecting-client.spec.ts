import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Logger } from '#telemetry';
import { delayFailures } from './queue-store.js';
import { ReconnectingClient } from './reconnecting-client.js';

/** Behaves as BullMQ at its worst: goes round and emits an error each time, and never lets anybody else have a turn. */
class SpinningClient extends EventEmitter {
  isClosed = false;
  turns = 0;

  constructor(private readonly maxTurns = 100_000) {
    super();
  }

  async waitUntilReady(): Promise<void> {
    void this.spin();
  }

  private async spin(): Promise<void> {
    await Promise.resolve();
    while (!this.isClosed && this.turns < this.maxTurns) {
      this.turns += 1;
      this.emit('error', new Error('not queryable'));
      await Promise.resolve();
    }
  }
}

class SteadyClient extends EventEmitter {
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
  let client: ReconnectingClient<SpinningClient | SteadyClient> | undefined;

  const keep = (create: () => SpinningClient | SteadyClient): void => {
    client = new ReconnectingClient<SpinningClient | SteadyClient>({
      name: 'videos',
      settings: { databaseUrl: '' },
      connections: 1,
      logger,
      create,
      abandon: async (abandoned) => void (abandoned.isClosed = true),
      close: async (closed) => void (closed.isClosed = true),
      openStore: async () => ({
        createBackend: () => {
          throw new Error('nobody asks for it');
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

  it('ends a client that goes round in errors with the first of them', async () => {
    const created: SpinningClient[] = [];
    keep(() => {
      const next = new SpinningClient();
      created.push(next);
      return next;
    });
    await sleep(1_000);
    expect(created.map(({ turns }) => turns)).toEqual(created.map(() => 1));
    // Twice as long each time: no more than this fits into a second.
    expect(created.length).toBeGreaterThan(1);
    expect(created.length).toBeLessThan(5);
    expect(discarded).toBeGreaterThanOrEqual(created.length - 1);
  });

  it('says once that the queue is away, and once that it is back, with how often it failed', async () => {
    const created: (SpinningClient | SteadyClient)[] = [];
    keep(() => {
      const next = created.length < 3 ? new SpinningClient() : new SteadyClient();
      created.push(next);
      return next;
    });
    while (lines.length < 2) await sleep(20);
    expect(lines).toEqual([
      { queue: 'videos', reason: 'not queryable', msg: 'the queue is unreachable' },
      { queue: 'videos', failures: 3, downMs: expect.any(Number), msg: 'the queue is back' },
    ]);
  });

  it('replaces a client whose user has found it not to work, and hands out the new one', async () => {
    const created: SteadyClient[] = [];
    keep(() => {
      const next = new SteadyClient();
      created.push(next);
      return next;
    });
    const first = await client?.whenOpen();
    if (first === undefined) throw new Error('there is a client');
    client?.fail(first, new Error('nothing comes back'));
    const second = await client?.whenOpen();
    expect(second).not.toBe(first);
    expect(created.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    client?.fail(first, new Error('told late'));
    expect(await client?.whenOpen()).toBe(second);
  });
});

describe('delayFailures', () => {
  it('lets timers have their turn, however fast something fails and is tried again', async () => {
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

  it('changes nothing else', async () => {
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
