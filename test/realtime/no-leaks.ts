import { createHook } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import {
  type LogLine,
  TEST_TOKEN,
  type TestGateway,
  channelTo,
  eventually,
  startTestGateway,
} from '../harness/index.js';
import { RealtimeClient } from './realtime-client.js';

const AT_A_TIME = 20;
const WARM_UP = 400;
/** Far less than so many sessions would need if they were retained. */
const MAX_HEAP_BYTES = 4 * 1024 * 1024;
/** Connections and timers of the database pool come and go. */
const MAX_MORE = 10;
const TIMEOUT_MS = 15_000;

type Disconnect = (client: RealtimeClient) => Promise<unknown>;

/** How clients disconnect: with a close frame, without one, and before the session began. */
const DISCONNECTS: readonly Disconnect[] = [
  async (client) => {
    await client.next('session.created');
    client.close();
    await client.whenClosed();
  },
  async (client) => {
    await client.next('session.created');
    client.socket.terminate();
  },
  async (client) => client.socket.terminate(),
];

interface Footprint {
  sockets: number;
  timers: number;
  heapBytes: number;
}

/** Every timer of this process, also those that would not keep it alive. */
class TimerCount {
  private readonly ids = new Set<number>();
  private readonly hook = createHook({
    init: (id, type) => {
      if (type === 'Timeout') this.ids.add(id);
    },
    destroy: (id) => {
      this.ids.delete(id);
    },
  });

  start(): void {
    this.hook.enable();
  }

  stop(): void {
    this.hook.disable();
  }

  get count(): number {
    return this.ids.size;
  }
}

/** Checks that nothing remains of so many sessions, with the gateway and with a realtime service, however they end. */
export function testNoLeaks(sessions: number): void {
  describe(`${sessions} sessions, one after the other`, () => {
    const timers = new TimerCount();
    let upstream: FakeUpstream;
    let gateway: TestGateway;

    beforeAll(async () => {
      timers.start();
      upstream = await startFakeUpstream();
      const channel = { ...channelTo(upstream), formats: ['openai-realtime'] };
      gateway = await startTestGateway({ sandbox: true, channels: [channel] });
    });

    afterAll(async () => {
      await gateway.stop();
      await upstream.close();
      timers.stop();
    });

    it(
      'leave no socket, no timer and no memory behind',
      async () => {
        await openAndClose(WARM_UP);
        await forget(WARM_UP);
        const before = footprint();
        const startedAtMs = performance.now();
        await openAndClose(sessions);
        const seconds = (performance.now() - startedAtMs) / 1000;
        await forget(sessions);
        const after = footprint();
        print(seconds, before, after);
        expect(after.sockets - before.sockets).toBeLessThanOrEqual(MAX_MORE);
        expect(after.timers - before.timers).toBeLessThanOrEqual(MAX_MORE);
        expect(after.heapBytes - before.heapBytes).toBeLessThan(MAX_HEAP_BYTES);
      },
      60_000 + 30 * sessions,
    );

    async function openAndClose(count: number): Promise<void> {
      let begun = 0;
      const lane = async (): Promise<void> => {
        while (begun < count) {
          begun += 1;
          await openOne(begun);
        }
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, lane));
    }

    async function openOne(index: number): Promise<void> {
      const model = index % 2 === 0 ? 'sandbox-realtime' : 'm';
      const url = `${gateway.baseUrl}/realtime?model=${model}`;
      const client = await RealtimeClient.connect(url, { token: TEST_TOKEN });
      await DISCONNECTS[index % DISCONNECTS.length]?.(client);
    }

    /** Waits until each session has been recorded; then the watchers forget it too. */
    async function forget(count: number): Promise<void> {
      await eventually(() => gateway.logs.filter(isOver).length === count || undefined, TIMEOUT_MS);
      await eventually(() => upstream.realtime.openConnections() === 0 || undefined, TIMEOUT_MS);
      expect(gateway.logs.filter((line) => isOver(line) && line['outcome'] !== 'ok')).toEqual([]);
      gateway.logs.length = 0;
      upstream.realtime.connections.length = 0;
    }

    function footprint(): Footprint {
      collectGarbage();
      const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
      return { sockets, timers: timers.count, heapBytes: process.memoryUsage().heapUsed };
    }

    function print(seconds: number, before: Footprint, after: Footprint): void {
      const grownKilobytes = (after.heapBytes - before.heapBytes) / 1024;
      process.stdout.write(
        `${sessions} sessions in ${seconds.toFixed(1)} s; sockets ${before.sockets} → ${after.sockets}, ` +
          `timers ${before.timers} → ${after.timers}, heap + ${grownKilobytes.toFixed(0)} KiB\n`,
      );
    }
  });
}

function isOver(line: LogLine): boolean {
  return line['msg'] === 'request' && line['status'] === 101;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}
