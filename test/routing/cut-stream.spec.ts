import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { always } from './behaviour.js';
import { Stage } from './stage.js';
import { findUsageRows } from './usage-rows.js';

const WORDS = ['', 'This', ' is', ' said', ' by', ' '];

describe('a stream that breaks after its first event', () => {
  let stage: Stage;

  beforeAll(async () => {
    const models = ['m'];
    stage = await Stage.open({
      channels: { first: { models, priority: 2 }, second: { models, priority: 1 } },
      models: [{ id: 'm', price: { inputPerMTok: 1, outputPerMTok: 2 } }],
    });
  });

  afterAll(async () => {
    await stage.close();
  });

  it.each([1, 2, 3, 6])('is told so, and not begun anew: after %i events', async (afterEvents) => {
    const [first, second] = [stage.upstream('first'), stage.upstream('second')];
    first.beginAnew(always({ kind: 'cut', afterEvents }));
    const seen = await stage.ask({ model: 'm', isStreamed: true });
    expect(seen).toMatchObject({
      status: 200,
      channel: 'first',
      attempts: 1,
      isBroken: true,
      code: 'upstream_stream_error',
      text: WORDS.slice(0, afterEvents).join(''),
    });
    expect([first.received.length, second.received.length]).toEqual([1, 0]);
    const rows = await findUsageRows(stage, seen.requestId);
    expect(rows).toMatchObject([
      {
        channel: 'first',
        outcome: 'upstream-unreachable',
        isEstimated: true,
        attempts: [{ outcome: 'upstream-unreachable' }],
      },
    ]);
    expect(rows[0]?.inputTokens).toBeGreaterThan(0);
    // The first event only says who speaks.
    expect(rows[0]?.outputTokens).toBeGreaterThanOrEqual(afterEvents - 1);
    expect(rows[0]?.costMicroUsd).toBeGreaterThan(0);
  });
});
