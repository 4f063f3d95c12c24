import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { LimitRefusal } from '#limits';
import { BridgeHarness, listTypes } from './__fixtures__/bridge-harness.js';

const OVER_LIMIT = new LimitRefusal('rate-limited', 'Rate limit reached.', 'rpm', {
  requests: { limit: 5, remaining: 0, resetMs: 12_500 },
});

describe('the limits of a session', () => {
  it('count each response, and are sent after it', async () => {
    const harness = new BridgeHarness();
    harness.onAdmit = () => ({
      requests: { limit: 5, remaining: 4, resetMs: 12_500 },
      tokens: { limit: 1000, remaining: 900, resetMs: 100 },
    });
    const received = await harness.ask('Hi');
    expect(received.at(-1)).toMatchObject({
      type: 'rate_limits.updated',
      rate_limits: [
        { name: 'requests', limit: 5, remaining: 4, reset_seconds: 12.5 },
        { name: 'tokens', limit: 1000, remaining: 900, reset_seconds: 0.1 },
      ],
    });
    expect(harness.admissions).toEqual([{ requestId: 'req-9-1', adjusted: [15], isReleased: true }]);
  });

  it('reject a response without changing the session', async () => {
    const harness = new BridgeHarness();
    harness.onAdmit = () => {
      throw OVER_LIMIT;
    };
    const received = await harness.ask('Hi');
    expect(received.slice(-2)).toMatchObject([
      {
        type: 'response.done',
        response: { status: 'failed', status_details: { error: { code: 'rate_limit_exceeded' } } },
      },
      { type: 'rate_limits.updated', rate_limits: [{ name: 'requests', remaining: 0 }] },
    ]);
    expect(listTypes(received)).not.toContain('error');
    expect(harness.chats).toEqual([]);
    expect(harness.requests).toMatchObject([
      { error: { kind: 'rate-limited' }, record: { operation: 'chat', model: 'chat-model' } },
    ]);
    harness.onAdmit = () => ({});
    expect((await harness.ask('Now?')).at(-1)).toMatchObject({ response: { status: 'completed' } });
  });

  it('release what a response did not use', async () => {
    const harness = new BridgeHarness();
    harness.onChat = () => Promise.reject(new GatewayError('no-channel', 'Nobody is there.'));
    await harness.ask('Hi');
    expect(harness.admissions).toMatchObject([{ adjusted: [0], isReleased: true }]);
  });

  it.each(['budget-exhausted', 'spend-limit-reached', 'disabled-token'] as const)(
    'end the session after %s, after the error was sent',
    async (kind) => {
      const harness = new BridgeHarness();
      let lastEvents: string[] = [];
      const ended = harness.session.ended.then((end) => {
        lastEvents = listTypes(harness.received);
        return end;
      });
      const refusal = new GatewayError(kind, 'No more.');
      harness.onChat = () => Promise.reject(refusal);
      await harness.ask('Hi');
      expect(await ended).toEqual({ error: refusal });
      expect(lastEvents.at(-1)).toBe('response.done');
      expect(await harness.ask('Hello?')).toEqual([]);
    },
  );
});
