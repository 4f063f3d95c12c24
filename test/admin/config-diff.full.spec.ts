import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';
import { measureLeast, measureMs } from '../cpu-time/index.js';
import { ask } from './ask.js';
import { People } from './people.js';

const ENTRIES = 8_000;
const FILE_TOKEN = { name: 'test', key: TEST_TOKEN };
const buildTokens = (rpm: number): object[] =>
  Array.from({ length: ENTRIES }, (_, index) => ({
    name: `token ${index}`,
    rpm,
    models: ['gpt-5', 'claude-*'],
  }));

/** The longest that a change of a single entry may wait for a comparison. */
const MAX_WAIT_MS = 2_000;
/** The longest that the event loop may be blocked, on a machine with other work. */
const MAX_STALL_MS = 500;

describe('a comparison with a large config file', () => {
  let gateway: TestGateway;
  let people: People;

  beforeAll(async () => {
    gateway = await startTestGateway();
    people = await People.of(gateway);
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
  });

  it('delays neither a change of one of its entries nor the event loop', async () => {
    const { headers } = await people.signedIn('admin');
    const config = { tokens: [FILE_TOKEN, ...buildTokens(5)] };
    const applied = await ask(gateway.origin, 'POST /api/config/apply', { headers, body: { config } });
    expect((applied.body['issued_tokens'] as unknown[]).length).toBe(ENTRIES);
    const { body } = await ask(gateway.origin, 'POST /api/tokens', { headers, body: { name: 'beside' } });
    const path = `/api/tokens/${String(body['id'])}` as const;

    const reader = await people.script(['config:read']);
    const changed = { tokens: [FILE_TOKEN, { name: 'beside', rpm: 9 }, ...buildTokens(6)] };
    let rpm = 0;
    const patch = async (): Promise<void> => {
      rpm += 1;
      const answer = await ask(gateway.origin, `PATCH ${path}`, { headers, body: { rpm: 10 + rpm } });
      expect(answer.status).toBe(200);
    };
    /** The delay that a comparison causes, relative to the allowed one. */
    const compare = async (): Promise<number> => {
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      const progress = { isOver: false };
      const diff = ask(gateway.origin, 'POST /api/config/diff', {
        headers: reader,
        body: { config: changed },
      }).finally(() => {
        progress.isOver = true;
      });
      let maxWaitMs = 0;
      while (!progress.isOver) maxWaitMs = Math.max(maxWaitMs, await measureMs(patch));
      delay.disable();
      const { changes } = (await diff).body as { changes: { change: string }[] };
      expect(changes.filter(({ change }) => change === 'changed' || change === 'adopted')).toHaveLength(
        ENTRIES + 1,
      );
      return Math.max(maxWaitMs / MAX_WAIT_MS, delay.max / 1e6 / MAX_STALL_MS);
    };
    expect(await measureLeast(1, compare)).toBeLessThan(1);
  });
});
