import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from './__fixtures__/eventually.js';
import { Gate } from './__fixtures__/gate.js';
import { type RealtimeService, type ServiceSession } from './__fixtures__/realtime-service.js';
import { created, delta, transcribed } from './__fixtures__/responses.js';
import { type SessionBench } from './__fixtures__/session-bench.js';
import { Stage } from './__fixtures__/stage.js';

const stage = new Stage();
let service: RealtimeService;
beforeEach(async () => {
  service = await stage.service();
});
afterEach(() => stage.clear());

async function begin(
  options: Parameters<Stage['begin']>[1] = {},
): Promise<{ bench: SessionBench; upstream: ServiceSession }> {
  const bench = stage.begin([service], options);
  const upstream = await service.session();
  await bench.hears('session.created');
  return { bench, upstream };
}

describe('a transcript of what the client said', () => {
  it('is paid for by itself', async () => {
    const { bench, upstream } = await begin();
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
    await bench.hears('conversation.item.input_audio_transcription.completed', 3);
    expect(bench.usage).toMatchObject([
      {
        requestId: 'req-1-1',
        operation: 'transcription',
        model: 'whisper-9',
        upstreamModel: 'whisper-9',
        usage: { inputTokens: 10, outputTokens: 5, audioInputTokens: 8 },
      },
      { requestId: 'req-1-2', usage: { audioSeconds: 3 } },
    ]);
    expect(bench).toMatchObject({
      openHolds: 0,
      admissions: [],
      requests: [{ record: { operation: 'transcription' } }, {}],
    });
  });
});

describe('a session that ends during a response', () => {
  it('is paid for as far as it has come, when the upstream is lost', async () => {
    const { bench, upstream } = await begin();
    await bench.send({ type: 'response.create' });
    upstream.send(created('r1'), delta('r1', 'x'.repeat(400)));
    // Two seconds of sound.
    upstream.send({ type: 'response.output_audio.delta', response_id: 'r1', delta: 'A'.repeat(128_000) });
    await bench.hears('response.output_audio.delta');
    upstream.socket.terminate();
    expect(await bench.session.ended).toMatchObject({ error: { kind: 'upstream-unreachable' }, code: 1011 });
    const [row] = bench.usage;
    expect(row).toMatchObject({ outcome: 'upstream-unreachable', isEstimated: true });
    expect(row?.usage.audioOutputTokens).toBeGreaterThanOrEqual(40);
    expect(row?.usage.audioOutputTokens).toBeLessThanOrEqual(41);
    expect(row?.usage.outputTokens).toBe(100 + (row?.usage.audioOutputTokens ?? 0));
    expect(bench).toMatchObject({ openHolds: 0, admissions: [{ isReleased: true }] });
  });

  it('is written down before closing has ended', async () => {
    const { bench, upstream } = await begin();
    await bench.send({ type: 'response.create' }, { type: 'response.create' });
    upstream.send(created('r1'), delta('r1', 'Hello'));
    await bench.hears('response.output_text.delta');
    await bench.close();
    expect(bench.usage).toMatchObject([
      { requestId: 'req-1-2', outcome: 'client-gone', isEstimated: true },
      { requestId: 'req-1-1', outcome: 'client-gone', isEstimated: true, usage: { outputTokens: 2 } },
    ]);
    expect(bench).toMatchObject({ begun: 2, openHolds: 0 });
  });

  it('leaves nothing open that was about to be asked for', async () => {
    const { bench, upstream } = await begin();
    const payment = new Gate();
    bench.onHold = () => payment.opened;
    const asking = bench.send({ type: 'response.create' });
    await eventually(() => bench.admissions.length === 1);
    const closing = bench.close();
    payment.open();
    await Promise.all([closing, asking]);
    expect(bench).toMatchObject({ begun: 0, openHolds: 0, admissions: [{ isReleased: true }] });
    expect(upstream.frames).toEqual([]);
  });
});
