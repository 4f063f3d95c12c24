import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { LimitRefusal } from '#limits';
import { BridgeHarness, listTypes } from './__fixtures__/bridge-harness.js';

const OVER_LIMIT = new LimitRefusal('rate-limited', 'Rate limit reached.', 'rpm', {
  requests: { limit: 5, remaining: 0, resetMs: 12_500 },
});

describe('the limits of a session', () => {
  it('count each response, and are told after it', async () => {
    const harness = new BridgeHarness();
    harness.onAdmit = () => ({
      requests: { limit: 5, remaining: 4, resetMs: 12_500 },
      tokens: { limit: 1000, remaining: 900, resetMs: 100 },
    });
    const told = await harness.ask('Hi');
    expect(told.at(-1)).toMatchObject({
      type: 'rate_limits.updated',
      rate_limits: [
        { name: 'requests', limit: 5, remaining: 4, reset_seconds: 12.5 },
        { name: 'tokens', limit: 1000, remaining: 900, reset_seconds: 0.1 },
      ],
    });
    expect(harness.admissions).toEqual([{ requestId: 'req-9-1', adjusted: [15], isReleased: true }]);
  });

  it('refuse a response and leave the session as it is', async () => {
    const harness = new BridgeHarness();
    harness.onAdmit = () => {
      throw OVER_LIMIT;
    };
    const told = await harness.ask('Hi');
    expect(told.slice(-2)).toMatchObject([
      {
        type: 'response.done',
        response: { status: 'failed', status_details: { error: { code: 'rate_limit_exceeded' } } },
      },
      { type: 'rate_limits.updated', rate_limits: [{ name: 'requests', remaining: 0 }] },
    ]);
    expect(listTypes(told)).not.toContain('error');
    expect(harness.chats).toEqual([]);
    expect(harness.requests).toMatchObject([
      { error: { kind: 'rate-limited' }, record: { operation: 'chat', model: 'chat-model' } },
    ]);
    harness.onAdmit = () => ({});
    expect((await harness.ask('Now?')).at(-1)).toMatchObject({ response: { status: 'completed' } });
  });

  it('give back what a response did not use', async () => {
    const harness = new BridgeHarness();
    harness.onChat = () => Promise.reject(new GatewayError('no-channel', 'Nobody is there.'));
    await harness.ask('Hi');
    expect(harness.admissions).toMatchObject([{ adjusted: [0], isReleased: true }]);
  });

  it.each(['budget-exhausted', 'spend-limit-reached', 'disabled-token'] as const)(
    'end the session after %s, once that was told',
    async (kind) => {
      const harness = new BridgeHarness();
      let toldAtTheEnd: string[] = [];
      const ended = harness.session.ended.then((end) => {
        toldAtTheEnd = listTypes(harness.told);
        return end;
      });
      const refusal = new GatewayError(kind, 'No more.');
      harness.onChat = () => Promise.reject(refusal);
      await harness.ask('Hi');
      expect(await ended).toEqual({ error: refusal });
      expect(toldAtTheEnd.at(-1)).toBe('response.done');
      expect(await harness.ask('Hello?')).toEqual([]);
    },
  );
});
