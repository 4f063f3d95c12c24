import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';
import { ask } from './ask.js';
import { People } from './people.js';

jest.setTimeout(120_000);

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
/** The longest that the event loop may stand still, on a machine that does other things, too. */
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

  it('holds up neither a change of one of its entries nor the event loop', async () => {
    const { headers } = await people.signedIn('admin');
    const config = { tokens: [FILE_TOKEN, ...buildTokens(5)] };
    const applied = await ask(gateway.origin, 'POST /api/config/apply', { headers, body: { config } });
    expect((applied.body['issued_tokens'] as unknown[]).length).toBe(ENTRIES);
    const { body } = await ask(gateway.origin, 'POST /api/tokens', { headers, body: { name: 'beside' } });
    const path = `/api/tokens/${String(body['id'])}` as const;

    const delay = monitorEventLoopDelay({ resolution: 5 });
    const reader = await people.script(['config:read']);
    const changed = { tokens: [FILE_TOKEN, { name: 'beside', rpm: 9 }, ...buildTokens(6)] };
    delay.enable();
    const progress = { isOver: false };
    const diff = ask(gateway.origin, 'POST /api/config/diff', {
      headers: reader,
      body: { config: changed },
    }).finally(() => {
      progress.isOver = true;
    });
    const waits: number[] = [];
    while (!progress.isOver) {
      const startedAt = performance.now();
      const answer = await ask(gateway.origin, `PATCH ${path}`, { headers, body: { rpm: 1 + waits.length } });
      expect(answer.status).toBe(200);
      waits.push(performance.now() - startedAt);
    }
    delay.disable();
    const { changes } = (await diff).body as { changes: { change: string }[] };
    expect(changes.filter(({ change }) => change === 'changed' || change === 'adopted')).toHaveLength(
      ENTRIES + 1,
    );
    expect(Math.max(...waits)).toBeLessThan(MAX_WAIT_MS);
    expect(delay.max / 1e6).toBeLessThan(MAX_STALL_MS);
  });
});
