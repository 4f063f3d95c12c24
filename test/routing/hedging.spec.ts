import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../harness/index.js';
import { OK, type Script, always, failing } from './behaviour.js';
import { ManualClock } from './clock.js';
import { type ScriptedUpstream } from './scripted-upstream.js';
import { Stage } from './stage.js';
import { findUsageSums, findUsageRows } from './usage-rows.js';

const HEDGE_MS = 40;
const HANGING = always({ kind: 'hang' });
/** A hundred tokens in and fifty out, at a dollar and two for a million. */
const PRICE = { inputPerMTok: 1, outputPerMTok: 2 };
const COST_MICRO_USD = 200;

describe('a model whose first token is hedged', () => {
  let stage: Stage;
  let clock: ManualClock;
  let first: ScriptedUpstream;
  let second: ScriptedUpstream;
  let third: ScriptedUpstream;

  beforeAll(async () => {
    const models = ['raced', 'duel', 'unraced', 'patient'];
    stage = await Stage.open({
      channels: {
        first: { models, priority: 3 },
        second: { models, priority: 2 },
        third: { models: ['raced'], priority: 1 },
        only: { models: ['lonely'] },
      },
      models: [
        { id: 'raced', hedgeMs: HEDGE_MS, price: PRICE },
        { id: 'duel', hedgeMs: HEDGE_MS, price: PRICE },
        { id: 'unraced', price: PRICE },
        { id: 'patient', hedgeMs: 60_000, price: PRICE },
        { id: 'lonely', hedgeMs: HEDGE_MS, price: PRICE },
      ],
    });
    [first, second, third] = [stage.upstream('first'), stage.upstream('second'), stage.upstream('third')];
    clock = new ManualClock();
  });

  beforeEach(() => {
    for (const upstream of [first, second, third]) upstream.restart();
    // Ejected channels are back, and the spent part of the retry budget is restored.
    clock.pass(4_000);
  });

  afterAll(async () => {
    clock.giveBack();
    await stage.close();
  });

  const whenSecondIsCalled = (): Promise<void> => second.waitForReceived(1);
  /** By then the gateway has received the failure. */
  const whenSecondHasFailed = (): Promise<void> => whenSecondIsCalled().then(() => sleep(150));
  const onceRaced: Script = () => ({ kind: 'ok', after: whenSecondIsCalled() });

  describe.each([
    ['responses without streaming', false],
    ['streams', true],
  ])('%s', (_name, isStreamed) => {
    it('is served by the second channel if the first does not respond', async () => {
      first.behave(HANGING);
      const seen = await stage.ask({ model: 'raced', isStreamed });
      expect(seen).toMatchObject({ status: 200, channel: 'second', attempts: 2, isBroken: false });
      expect(seen.text).toBe('This is said by second');
      await first.waitForAborted(1);
      expect([first, second, third].map(({ received }) => received.length)).toEqual([1, 1, 0]);
      const attempts = [
        { channel: 'first', reason: 'first', outcome: 'called-off' },
        { channel: 'second', reason: 'hedge', outcome: 'ok' },
      ];
      expect(await stage.getAttempts(seen.requestId)).toMatchObject(attempts);
      const rows = await findUsageRows(stage, seen.requestId);
      expect(rows).toMatchObject([
        {
          channel: 'second',
          outcome: 'ok',
          isEstimated: false,
          isStreamed,
          inputTokens: 100,
          outputTokens: 50,
          costMicroUsd: COST_MICRO_USD,
          attempts,
        },
      ]);
      // It ran from the beginning until the second one sent its first byte.
      expect(rows[0]?.attempts?.[0]?.durationMs).toBeGreaterThanOrEqual(HEDGE_MS - 2);
    });

    it('is served by the first channel if that is faster after all', async () => {
      first.behave(onceRaced);
      second.behave(HANGING);
      const seen = await stage.ask({ model: 'raced', isStreamed });
      expect(seen).toMatchObject({ status: 200, channel: 'first', text: 'This is said by first' });
      await second.waitForAborted(1);
      const attempts = [
        { channel: 'first', reason: 'first', outcome: 'ok' },
        { channel: 'second', reason: 'hedge', outcome: 'called-off' },
      ];
      expect(await stage.gateway.getLog(seen.requestId)).toMatchObject({ channel: 'first', attempts });
      expect(await findUsageRows(stage, seen.requestId)).toMatchObject([
        { channel: 'first', outcome: 'ok', costMicroUsd: COST_MICRO_USD, attempts },
      ]);
      expect(third.received).toHaveLength(0);
    });

    it('continues with the third if both fail', async () => {
      first.behave(() => ({ kind: 'fail', status: 500, after: whenSecondIsCalled() }));
      second.behave(failing(500));
      const seen = await stage.ask({ model: 'raced', isStreamed });
      expect(seen).toMatchObject({ status: 200, channel: 'third', attempts: 3 });
      expect(await findUsageRows(stage, seen.requestId)).toMatchObject([
        {
          channel: 'third',
          costMicroUsd: COST_MICRO_USD,
          attempts: [
            { reason: 'first', outcome: 'upstream-error' },
            { reason: 'hedge', outcome: 'upstream-error' },
            { reason: 'failover', outcome: 'ok' },
          ],
        },
      ]);
    });

    it('fails if all fail, at no cost', async () => {
      first.behave(() => ({ kind: 'fail', status: 500, after: whenSecondIsCalled() }));
      second.behave(failing(500));
      third.behave(failing(500));
      const seen = await stage.ask({ model: 'raced', isStreamed });
      expect(seen).toMatchObject({ status: 502, code: 'upstream_error' });
      expect(await findUsageRows(stage, seen.requestId)).toMatchObject([
        { outcome: 'upstream-error', isEstimated: false, inputTokens: null, outputTokens: null },
      ]);
    });

    it('ends with the last error if both fail and there is no third', async () => {
      first.behave(() => ({ kind: 'fail', status: 429, after: whenSecondHasFailed() }));
      second.behave(failing(500));
      const seen = await stage.ask({ model: 'duel', isStreamed });
      expect(seen).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
      expect(await findUsageRows(stage, seen.requestId)).toMatchObject([
        { channel: 'first', outcome: 'upstream-overloaded' },
      ]);
    });

    it('returns to the channel that sent a short retry-after, not to the one that was called last', async () => {
      const headers = { 'retry-after': '0.1' };
      first.behave(({ ordinal }) =>
        ordinal === 0 ? { kind: 'fail', status: 429, headers, after: whenSecondHasFailed() } : OK,
      );
      second.behave(failing(500));
      const seen = await stage.ask({ model: 'duel', isStreamed });
      expect(seen).toMatchObject({ status: 200, channel: 'first' });
      expect(await stage.gateway.getLog(seen.requestId)).toMatchObject({
        channel: 'first',
        attempts: [
          { channel: 'first', reason: 'first', outcome: 'upstream-overloaded' },
          { channel: 'second', reason: 'hedge', outcome: 'upstream-error' },
          { channel: 'first', reason: 'retry', outcome: 'ok' },
        ],
      });
    });

    it('is rejected at once if the request itself is invalid, whichever channel reports it', async () => {
      first.behave(() => ({ kind: 'fail', status: 400, after: whenSecondIsCalled() }));
      second.behave(HANGING);
      const seen = await stage.ask({ model: 'raced', isStreamed });
      expect(seen).toMatchObject({ status: 400, code: 'invalid_request' });
      await second.waitForAborted(1);
      expect(await findUsageRows(stage, seen.requestId)).toMatchObject([
        {
          channel: 'first',
          outcome: 'upstream-rejected',
          inputTokens: null,
          attempts: [{ outcome: 'upstream-rejected' }, { outcome: 'called-off' }],
        },
      ]);
    });

    it('waits for the other one if one of both fails', async () => {
      first.behave(onceRaced);
      second.behave(failing(500));
      const seen = await stage.ask({ model: 'raced', isStreamed });
      expect(seen).toMatchObject({ status: 200, channel: 'first' });
      expect(third.received).toHaveLength(0);
    });

    it('is cancelled at both if the client disconnects', async () => {
      first.behave(HANGING);
      second.behave(HANGING);
      const before = stage.gateway.logs.length;
      const leaving = new AbortController();
      const asked = stage.ask({ model: 'raced', isStreamed, signal: leaving.signal });
      await whenSecondIsCalled();
      leaving.abort();
      expect(await asked).toMatchObject({ status: 0 });
      await Promise.all([first.waitForAborted(1), second.waitForAborted(1)]);
      const line = await eventually(() =>
        stage.gateway.logs.slice(before).find(({ msg }) => msg === 'request'),
      );
      expect(line).toMatchObject({ outcome: 'client-gone', status: 499 });
      const rows = await findUsageRows(stage, String(line['requestId']));
      expect(rows).toMatchObject([{ outcome: 'client-gone', isEstimated: true }]);
      expect(rows[0]?.attempts).toHaveLength(2);
    });

    it('is not hedged without a configured time, or before it is over', async () => {
      for (const model of ['unraced', 'patient']) {
        first.behave(always({ kind: 'ok', firstByteAfterMs: 3 * HEDGE_MS }));
        expect(await stage.ask({ model, isStreamed })).toMatchObject({ channel: 'first', attempts: 1 });
      }
      expect(second.received).toHaveLength(0);
    });

    it('is not hedged without a second channel', async () => {
      const only = stage.upstream('only');
      only.restart(always({ kind: 'ok', firstByteAfterMs: 3 * HEDGE_MS }));
      expect(await stage.ask({ model: 'lonely', isStreamed })).toMatchObject({ status: 200, attempts: 1 });
      expect(only.received).toHaveLength(1);
    });
  });

  it('fails like any other if the stream of the winner breaks', async () => {
    first.behave(HANGING);
    second.behave(always({ kind: 'cut', afterEvents: 3 }));
    const seen = await stage.ask({ model: 'raced', isStreamed: true });
    expect(seen).toMatchObject({ status: 200, channel: 'second', isBroken: true, text: 'This is' });
    await first.waitForAborted(1);
    expect(third.received).toHaveLength(0);
    expect(await findUsageRows(stage, seen.requestId)).toMatchObject([
      { channel: 'second', outcome: 'upstream-interrupted', isEstimated: true },
    ]);
  });

  it('is hedged no more often than the retry budget allows', async () => {
    const requests = 40;
    first.behave(always({ kind: 'ok', firstByteAfterMs: 5 * HEDGE_MS }));
    const seen = await stage.askMany(requests, { model: 'raced' });
    expect(seen.every(({ status }) => status === 200)).toBe(true);
    const raced = second.received.length;
    expect(raced).toBeGreaterThan(0);
    expect(raced).toBeLessThanOrEqual(10 + 0.18 * requests);
  });

  it('leaves one row for each request, and the ledger has the sum', async () => {
    const requests = stage.gateway.logs.filter(({ msg }) => msg === 'request').length;
    const sums = await eventually(async () => {
      const now = await findUsageSums(stage);
      return now.rows >= requests && now.revenueMicroUsd >= now.costMicroUsd ? now : undefined;
    });
    expect(sums.rows).toBe(requests);
    expect(sums.revenueMicroUsd).toBe(sums.costMicroUsd);
  });
});
