import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { LimitRefusal } from '#limits';
import { eventually } from '../../../../test/eventually/index.js';
import { type RealtimeService, type ServiceSession } from './__fixtures__/realtime-service.js';
import { created, delta, done } from './__fixtures__/responses.js';
import { type PassthroughHarness } from './__fixtures__/session-harness.js';
import { TestSessions } from './__fixtures__/test-sessions.js';

const sessions = new TestSessions();
let service: RealtimeService;
beforeEach(async () => {
  service = await sessions.service();
});
afterEach(() => sessions.clear());

async function begin(
  options: Parameters<TestSessions['start']>[1] = {},
): Promise<{ harness: PassthroughHarness; upstream: ServiceSession }> {
  const harness = sessions.start([service], options);
  const upstream = await service.session();
  await harness.waitFor('session.created');
  return { harness, upstream };
}

const budgetRefusal = (): never => {
  throw new GatewayError('budget-exhausted', 'The budget of this API token is exhausted.');
};

describe('a response that a client requests', () => {
  it('is admitted, billed and recorded', async () => {
    const { harness, upstream } = await begin();
    await harness.send({ type: 'response.create' });
    expect(harness).toMatchObject({ startedEntries: 1, openHolds: 1 });
    expect(harness.session.isResponding).toBe(true);
    upstream.send(created('r1'), delta('r1', 'Hi'), done('r1'));
    await harness.waitFor('response.done');
    expect(harness.session.isResponding).toBe(false);
    expect(harness.openHolds).toBe(0);
    expect(harness.usage).toMatchObject([
      {
        requestId: 'req-1-1',
        model: 'm',
        operation: 'realtime',
        format: 'openai-realtime',
        channel: 'channel-0',
        upstreamModel: 'up-m',
        isStreamed: true,
        outcome: 'ok',
        isEstimated: false,
        usage: {
          inputTokens: 100,
          outputTokens: 40,
          cachedInputTokens: 10,
          audioInputTokens: 20,
          audioOutputTokens: 30,
        },
        costMicroUsd: 1800,
      },
    ]);
    expect(harness.usage[0]?.firstByteMs).toBeGreaterThan(0);
    expect(harness.admissions).toEqual([{ requestId: 'req-1-1', adjusted: [140], isReleased: true }]);
    expect(harness.requests).toMatchObject([
      {
        requestId: 'req-1-1',
        record: {
          operation: 'realtime',
          model: 'm',
          isStreamed: true,
          outcome: 'ok',
          costMicroUsd: 1800,
          attempts: [
            {
              channel: 'channel-0',
              upstreamModel: 'up-m',
              plan: 'passthrough',
              reason: 'first',
              outcome: 'ok',
            },
          ],
        },
      },
    ]);
    expect(harness.requests[0]?.error).toBeUndefined();
  });

  it('is numbered, and identified by its id', async () => {
    const { harness, upstream } = await begin();
    await harness.send(
      { type: 'response.create' },
      { type: 'response.create', response: { conversation: 'none' } },
    );
    upstream.send(created('a'), created('b'), done('b', 'cancelled'), done('a', 'incomplete'));
    await harness.waitFor('response.done', 2);
    expect(harness.usage.map(({ requestId, outcome }) => [requestId, outcome])).toEqual([
      ['req-1-2', 'ok'],
      ['req-1-1', 'ok'],
    ]);
  });

  it('has a reservation for its input and its maximum output', async () => {
    const { harness } = await begin();
    const held: number[] = [];
    harness.onHold = (likely) => void held.push(likely);
    const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'x'.repeat(400) }] };
    await harness.send(
      { type: 'session.update', session: { type: 'realtime', instructions: 'y'.repeat(200) } },
      { type: 'conversation.item.create', item },
      // One second of audio.
      { type: 'input_audio_buffer.append', audio: 'A'.repeat(64_000) },
      { type: 'response.create', response: { max_output_tokens: 7 } },
    );
    expect(held).toEqual([(50 + 100 + 10) * 10 + 7 * 20]);
  });

  it('is rejected by a limit, and the session continues', async () => {
    const { harness, upstream } = await begin();
    harness.onAdmit = () => {
      throw new LimitRefusal('rate-limited', 'Rate limit reached: 1 requests per minute.', 'rpm', {}, 9);
    };
    await harness.send({ type: 'response.create', event_id: 'mine' });
    expect(await harness.waitFor('error')).toMatchObject({
      error: {
        code: 'rate_limit_exceeded',
        message: 'Rate limit reached: 1 requests per minute.',
        event_id: 'mine',
      },
    });
    harness.onAdmit = () => undefined;
    await harness.send({ type: 'response.create' });
    await eventually(() => upstream.frames.length === 1);
    expect(harness).toMatchObject({ startedEntries: 1, openHolds: 1 });
  });

  it('is rejected by a budget, and the session ends', async () => {
    const { harness, upstream } = await begin();
    harness.onHold = budgetRefusal;
    await harness.send({ type: 'response.create' });
    expect(await harness.session.ended).toMatchObject({ error: { kind: 'budget-exhausted' } });
    await eventually(() => upstream.closeCode !== undefined);
    expect(upstream.frames).toEqual([]);
    expect(harness).toMatchObject({ startedEntries: 0, openHolds: 0, admissions: [{ isReleased: true }] });
  });

  it.each([
    ['by the id of its event', { event_id: 'mine' }, { event_id: 'mine', code: 'invalid_value' }],
    ['by the error code', {}, { event_id: null, code: 'conversation_already_has_active_response' }],
    ['by the parameter', {}, { param: 'response.tools' }],
  ])('is not billed if the upstream rejects it, found %s', async (_, members, error) => {
    const { harness, upstream } = await begin();
    await harness.send({ type: 'response.create', ...members });
    upstream.send({ type: 'error', error: { type: 'invalid_request_error', message: 'No.', ...error } });
    await harness.waitFor('error');
    expect(harness.session.isResponding).toBe(false);
    expect(harness.usage).toMatchObject([{ outcome: 'upstream-rejected', usage: {}, costMicroUsd: 0 }]);
    expect(harness.admissions).toMatchObject([{ adjusted: [0], isReleased: true }]);
    expect(harness.requests).toMatchObject([{ error: { kind: 'upstream-rejected', message: 'No.' } }]);
  });

  it('is not considered rejected by an unrelated error', async () => {
    const { harness, upstream } = await begin();
    await harness.send({ type: 'response.create', event_id: 'mine' });
    upstream.send(
      { type: 'error', error: { event_id: 'other' } },
      { type: 'error', error: { param: 'response' } },
    );
    await harness.waitFor('error', 2);
    expect(harness.session.isResponding).toBe(true);
  });

  it('costs nothing if it fails without usage', async () => {
    const { harness, upstream } = await begin();
    await harness.send({ type: 'response.create' });
    const details = {
      error: { type: 'rate_limit_error', code: 'rate_limit_exceeded', message: 'Slow down.' },
    };
    upstream.send(done('r1', 'failed', { status_details: details }));
    await harness.waitFor('response.done');
    expect(harness.usage).toMatchObject([{ outcome: 'upstream-overloaded', costMicroUsd: 0 }]);
  });

  it('is estimated if the upstream reports no usage', async () => {
    const { harness, upstream } = await begin();
    await harness.send({ type: 'response.create' });
    upstream.send(created('r1'), delta('r1', 'x'.repeat(40)), done('r1', 'completed', {}));
    await harness.waitFor('response.done');
    expect(harness.usage).toMatchObject([{ outcome: 'ok', isEstimated: true, usage: { outputTokens: 10 } }]);
  });
});

describe('a response that the upstream starts by itself', () => {
  it('is admitted and billed when it starts', async () => {
    const { harness, upstream } = await begin();
    upstream.send(created('r1'));
    await harness.waitFor('response.created');
    expect(harness).toMatchObject({
      startedEntries: 1,
      openHolds: 1,
      admissions: [{ requestId: 'req-1-1' }],
    });
    upstream.send(done('r1'));
    await harness.waitFor('response.done');
    expect(harness.usage).toMatchObject([
      { requestId: 'req-1-1', outcome: 'ok', usage: { inputTokens: 100 } },
    ]);
  });

  it('is billed even above the budget, and ends the session', async () => {
    const { harness, upstream } = await begin();
    harness.onHold = (likely) => (likely > 0 ? budgetRefusal() : undefined);
    upstream.send(created('r1'));
    expect(await harness.session.ended).toMatchObject({ error: { kind: 'budget-exhausted' } });
    expect(harness.usage).toMatchObject([{ outcome: 'budget-exhausted', isEstimated: true }]);
    expect(harness.openHolds).toBe(0);
  });

  it('is recorded even if the budget store is unavailable', async () => {
    const { harness, upstream } = await begin();
    harness.onHold = () => {
      throw new GatewayError('store-unavailable', 'away');
    };
    upstream.send(created('r1'));
    expect(await harness.session.ended).toMatchObject({ error: { kind: 'store-unavailable' } });
    expect(harness.usage).toMatchObject([{ outcome: 'store-unavailable', isEstimated: true }]);
  });

  it('is billed even above the limits, and ends the session', async () => {
    const { harness, upstream } = await begin();
    harness.onAdmit = () => {
      throw new LimitRefusal('rate-limited', 'Enough.', 'rpm', {}, 9);
    };
    upstream.send(created('r1'));
    expect(await harness.session.ended).toMatchObject({ error: { kind: 'rate-limited' } });
    expect(harness.usage).toMatchObject([{ outcome: 'rate-limited', isEstimated: true }]);
  });
});
