import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { SessionHarness } from './__fixtures__/session-harness.js';
import { toPcm, tone } from './__fixtures__/signals.js';
import { type ClientEvent, type ServerEvent } from './protocol/events.js';
import { type SessionPatch } from './protocol/session-config.js';

const append = (samples: Int16Array): ClientEvent => ({
  type: 'input_audio_buffer.append',
  audio: toPcm(samples).toString('base64'),
});
const COMMIT: ClientEvent = { type: 'input_audio_buffer.commit' };
const MANUAL: SessionPatch = { output_modalities: ['text'], audio: { input: { turn_detection: null } } };

const listTypes = (events: readonly ServerEvent[]): string[] => events.map(({ type }) => type);

describe('audio that the client commits', () => {
  it('becomes an item, then a transcript', async () => {
    const harness = new SessionHarness({
      session: { ...MANUAL, audio: { input: { turn_detection: null, transcription: { language: 'de' } } } },
    });
    const item = {
      id: 'item_1',
      object: 'realtime.item',
      type: 'message',
      status: 'completed',
      role: 'user',
      content: [{ type: 'input_audio', transcript: null }],
    };
    expect(await harness.send(append(tone(1000, -20)), COMMIT)).toMatchObject([
      { type: 'input_audio_buffer.committed', item_id: 'item_1', previous_item_id: null },
      { type: 'conversation.item.added', previous_item_id: null, item },
      { type: 'conversation.item.done', previous_item_id: null, item },
    ]);
    const { request, resolve } = harness.transcription;
    expect(request).toMatchObject({ language: 'de', durationMs: 1000 });
    expect(request.wav.subarray(44)).toEqual(toPcm(tone(1000, -20)));
    resolve({ text: ' Guten Tag ', usage: { inputTokens: 10, outputTokens: 3, audioInputTokens: 8 } });
    const place = { item_id: 'item_1', content_index: 0 };
    expect(await harness.take()).toMatchObject([
      { type: 'conversation.item.input_audio_transcription.delta', ...place, delta: 'Guten Tag' },
      {
        type: 'conversation.item.input_audio_transcription.completed',
        ...place,
        transcript: 'Guten Tag',
        usage: {
          type: 'tokens',
          input_tokens: 10,
          output_tokens: 3,
          total_tokens: 13,
          input_token_details: { audio_tokens: 8, text_tokens: 2 },
        },
      },
    ]);
  });

  it('is responded to after its transcription', async () => {
    const harness = new SessionHarness({ session: MANUAL });
    await harness.send(append(tone(200, -20)), COMMIT);
    expect(listTypes(await harness.send({ type: 'response.create' }))).toEqual(['response.created']);
    expect(harness.conversations).toHaveLength(0);
    harness.transcription.resolve({ text: 'Hello' });
    expect(await harness.take()).toMatchObject([
      { delta: 'Hello' },
      { transcript: 'Hello', usage: { type: 'duration', seconds: 0.2 } },
    ]);
    expect(harness.conversation.request.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
    ]);
  });

  it('is not responded to if its transcription failed, but the next input is', async () => {
    const harness = new SessionHarness({ session: MANUAL });
    await harness.send(append(tone(200, -20)), COMMIT, { type: 'response.create' });
    harness.transcription.fail(new GatewayError('upstream-error', 'Deaf.'));
    const events = await harness.take();
    expect(listTypes(events)).toEqual([
      'conversation.item.input_audio_transcription.failed',
      'error',
      'response.done',
    ]);
    expect(events[0]).toMatchObject({ item_id: 'item_1', content_index: 0, error: { message: 'Deaf.' } });
    expect(events[2]).toMatchObject({ response: { status: 'failed', output: [] } });
    await harness.sendText('I said hello');
    await harness.send({ type: 'response.create' });
    expect(harness.conversation.request.messages).toMatchObject([
      { content: [{ text: '[inaudible]' }] },
      { content: [{ text: 'I said hello' }] },
    ]);
  });

  it('must not be empty', async () => {
    const harness = new SessionHarness({ session: MANUAL });
    expect(await harness.send({ ...COMMIT, event_id: 'mine' })).toMatchObject([
      { error: { code: 'input_audio_buffer_commit_empty', event_id: 'mine' } },
    ]);
    const events = await harness.send(append(tone(500, -20)), { type: 'input_audio_buffer.clear' }, COMMIT);
    expect(events).toMatchObject([
      { type: 'input_audio_buffer.cleared' },
      { error: { code: 'input_audio_buffer_commit_empty' } },
    ]);
  });

  it('is limited', async () => {
    const harness = new SessionHarness({ session: MANUAL, limits: { maxBufferedAudioBytes: 48_000 } });
    const second = append(tone(1000, -20));
    expect(await harness.send(second, second)).toMatchObject([
      { error: { code: 'input_audio_buffer_full' } },
    ]);
    await harness.send(COMMIT);
    expect(await harness.send(second)).toMatchObject([{ error: { code: 'input_audio_buffer_full' } }]);
    harness.transcription.resolve({ text: 'Room again' });
    await harness.take();
    expect(await harness.send(second)).toEqual([]);
  });

  it('can be retrieved until it is dropped', async () => {
    const harness = new SessionHarness({ session: MANUAL, limits: { maxKeptAudioBytes: 10_000 } });
    const samples = tone(200, -20);
    await harness.send(append(samples), COMMIT);
    const retrieve = { type: 'conversation.item.retrieve', item_id: 'item_1' } as const;
    expect(await harness.send(retrieve)).toMatchObject([
      { item: { content: [{ type: 'input_audio', audio: toPcm(samples).toString('base64') }] } },
    ]);
    await harness.send(append(samples), COMMIT);
    const [retrieved] = await harness.send(retrieve);
    expect(JSON.stringify(retrieved)).not.toContain('"audio"');
  });

  it('can be in an item, with or without its transcript', async () => {
    const harness = new SessionHarness({ session: MANUAL });
    const audio = toPcm(tone(150, -20)).toString('base64');
    const content = [
      { type: 'input_audio' as const, audio },
      { type: 'input_audio' as const, audio, transcript: 'known' },
    ];
    await harness.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content },
    });
    expect(harness.transcriptions).toHaveLength(1);
    harness.transcription.resolve({ text: 'heard' });
    await harness.send({ type: 'response.create' });
    expect(harness.conversation.request.messages).toMatchObject([
      { content: [{ text: 'heard' }, { text: 'known' }] },
    ]);
  });

  it('can be telephone audio in any chunks', async () => {
    const harness = new SessionHarness({ session: MANUAL });
    await harness.send({
      type: 'session.update',
      session: { audio: { input: { format: { type: 'audio/pcma' } } } },
    });
    await harness.send(
      { type: 'input_audio_buffer.append', audio: Buffer.alloc(800, 0xaa).toString('base64') },
      COMMIT,
    );
    const { wav, durationMs } = harness.transcription.request;
    expect(durationMs).toBe(100);
    expect(wav.readInt16LE(44)).toBe(32_256);
  });

  it('can be split within a sample', async () => {
    const harness = new SessionHarness({ session: MANUAL });
    const bytes = toPcm(tone(200, -20));
    const chunks = [bytes.subarray(0, 4801), bytes.subarray(4801)];
    await harness.send(
      ...chunks.map((chunk): ClientEvent => ({
        type: 'input_audio_buffer.append',
        audio: chunk.toString('base64'),
      })),
      COMMIT,
    );
    expect(harness.transcription.request.wav.subarray(44)).toEqual(bytes);
  });

  it('is not transcribed any more after its item was deleted', async () => {
    const harness = new SessionHarness({ session: MANUAL });
    await harness.send(append(tone(200, -20)), COMMIT, { type: 'response.create' });
    await harness.send({ type: 'conversation.item.delete', item_id: 'item_1' });
    expect(harness.transcription.signal.aborted).toBe(true);
    harness.transcription.resolve({ text: 'late' });
    expect(await harness.take()).toEqual([]);
    expect(harness.conversations).toHaveLength(1);
  });
});
