import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countTokens } from '#tokenizer';
import { always } from './behaviour.js';
import { Stage } from './stage.js';
import { findUsageRows } from './usage-rows.js';

const WORDS = ['', 'This', ' is', ' said', ' by', ' '];

describe('a stream that breaks after its first event, or that never reports usage', () => {
  let stage: Stage;

  beforeAll(async () => {
    const models = ['m', { id: 'counted', upstream: 'gpt-5' }];
    stage = await Stage.open({
      channels: { first: { models, priority: 2 }, second: { models, priority: 1 } },
      models: [{ id: 'm', price: { inputPerMTok: 1, outputPerMTok: 2 } }],
    });
  });

  afterAll(async () => {
    await stage.close();
  });

  it.each([1, 2, 3, 6])(
    'fails with an error, and is not started again: after %i events',
    async (afterEvents) => {
      const [first, second] = [stage.upstream('first'), stage.upstream('second')];
      first.restart(always({ kind: 'cut', afterEvents }));
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
          outcome: 'upstream-interrupted',
          isEstimated: true,
          attempts: [{ outcome: 'upstream-interrupted' }],
        },
      ]);
      expect(rows[0]?.inputTokens).toBeGreaterThan(0);
      // The first event only has the role.
      expect(rows[0]?.outputTokens).toBeGreaterThanOrEqual(afterEvents - 1);
      expect(rows[0]?.costMicroUsd).toBeGreaterThan(0);
    },
  );

  it("is counted with its model's tokenizer if it is complete, but has no usage", async () => {
    const text = 'This is said by first';
    // An event with a word is a token or more; here there are six for five. Now the tokenizer is loaded.
    const outputTokens = await countTokens(text);
    expect(outputTokens).toBe(5);
    const first = stage.upstream('first');
    first.restart(always({ kind: 'ok', isSilentOnUsage: true }));
    const [known, unknown] = [
      await stage.ask({ model: 'counted', isStreamed: true }),
      await stage.ask({ model: 'm', isStreamed: true }),
    ];
    expect(known).toMatchObject({ text, isBroken: false });
    const row = { outcome: 'ok', isEstimated: true };
    expect(await findUsageRows(stage, known.requestId)).toMatchObject([{ ...row, outputTokens }]);
    expect(await findUsageRows(stage, unknown.requestId)).toMatchObject([{ ...row, outputTokens: 6 }]);
  });
});
