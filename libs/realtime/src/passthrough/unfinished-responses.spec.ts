import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/eventually/index.js';
import { Deferred } from '../sockets/send-queue.js';
import { type RealtimeService, type ServiceSession } from './__fixtures__/realtime-service.js';
import { created, delta, transcribed } from './__fixtures__/responses.js';
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

describe('a transcript of client speech', () => {
  it('is billed separately', async () => {
    const { harness, upstream } = await begin();
    const tokens = {
      type: 'tokens',
      input_tokens: 10,
      output_tokens: 5,
      input_token_details: { audio_tokens: 8 },
    };
    const audio = { input: { transcription: { model: 'whisper-9' } } };
    upstream.send(
      transcribed(tokens),
      { type: 'session.updated', session: { audio } },
      transcribed(tokens),
      transcribed({ type: 'duration', seconds: 3 }),
    );
    await harness.waitFor('conversation.item.input_audio_transcription.completed', 3);
    expect(harness.usage).toMatchObject([
      {
        requestId: 'req-1-1',
        operation: 'transcription',
        model: 'whisper-9',
        upstreamModel: 'whisper-9',
        usage: { inputTokens: 10, outputTokens: 5, audioInputTokens: 8 },
      },
      { requestId: 'req-1-2', usage: { audioSeconds: 3 } },
    ]);
    expect(harness).toMatchObject({
      openHolds: 0,
      admissions: [],
      requests: [{ record: { operation: 'transcription' } }, {}],
    });
  });
});

describe('a session that ends during a response', () => {
  it('bills the received part if the upstream is lost', async () => {
    const { harness, upstream } = await begin();
    await harness.send({ type: 'response.create' });
    upstream.send(created('r1'), delta('r1', 'x'.repeat(400)));
    // Two seconds of audio.
    upstream.send({ type: 'response.output_audio.delta', response_id: 'r1', delta: 'A'.repeat(128_000) });
    await harness.waitFor('response.output_audio.delta');
    upstream.socket.terminate();
    expect(await harness.session.ended).toMatchObject({
      error: { kind: 'upstream-interrupted' },
      code: 1011,
    });
    const [row] = harness.usage;
    expect(row).toMatchObject({ outcome: 'upstream-interrupted', isEstimated: true });
    expect(row?.usage.audioOutputTokens).toBeGreaterThanOrEqual(40);
    expect(row?.usage.audioOutputTokens).toBeLessThanOrEqual(41);
    expect(row?.usage.outputTokens).toBe(100 + (row?.usage.audioOutputTokens ?? 0));
    expect(harness).toMatchObject({ openHolds: 0, admissions: [{ isReleased: true }] });
  });

  it('records it before the close has completed', async () => {
    const { harness, upstream } = await begin();
    await harness.send({ type: 'response.create' }, { type: 'response.create' });
    upstream.send(created('r1'), delta('r1', 'Hello'));
    await harness.waitFor('response.output_text.delta');
    await harness.close();
    expect(harness.usage).toMatchObject([
      { requestId: 'req-1-2', outcome: 'client-gone', isEstimated: true },
      { requestId: 'req-1-1', outcome: 'client-gone', isEstimated: true, usage: { outputTokens: 2 } },
    ]);
    expect(harness).toMatchObject({ startedEntries: 2, openHolds: 0 });
  });

  it('leaves no open reservation of a response that was about to be requested', async () => {
    const { harness, upstream } = await begin();
    const gate = new Deferred();
    harness.onHold = () => gate.promise;
    const asking = harness.send({ type: 'response.create' });
    await eventually(() => harness.admissions.length === 1);
    const closing = harness.close();
    gate.resolve();
    await Promise.all([closing, asking]);
    expect(harness).toMatchObject({ startedEntries: 0, openHolds: 0, admissions: [{ isReleased: true }] });
    expect(upstream.frames).toEqual([]);
  });
});
