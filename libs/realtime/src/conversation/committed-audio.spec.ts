import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { SessionBench } from './__fixtures__/session-bench.js';
import { pcmOf, tone } from './__fixtures__/signals.js';
import { type ClientEvent } from './protocol/client-event.js';
import { type ServerEvent } from './protocol/server-event.js';
import { type SessionPatch } from './protocol/session-config.js';

const append = (samples: Int16Array): ClientEvent => ({
  type: 'input_audio_buffer.append',
  audio: pcmOf(samples).toString('base64'),
});
const COMMIT: ClientEvent = { type: 'input_audio_buffer.commit' };
const MANUAL: SessionPatch = { output_modalities: ['text'], audio: { input: { turn_detection: null } } };

const typesOf = (events: readonly ServerEvent[]): string[] => events.map(({ type }) => type);

describe('audio that the client commits', () => {
  it('becomes an item, then a transcript', async () => {
    const bench = new SessionBench({
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
    expect(await bench.send(append(tone(1000, -20)), COMMIT)).toMatchObject([
      { type: 'input_audio_buffer.committed', item_id: 'item_1', previous_item_id: null },
      { type: 'conversation.item.added', previous_item_id: null, item },
      { type: 'conversation.item.done', previous_item_id: null, item },
    ]);
    const { asked, hear } = bench.transcription;
    expect(asked).toMatchObject({ language: 'de', durationMs: 1000 });
    expect(asked.wav.subarray(44)).toEqual(pcmOf(tone(1000, -20)));
    hear({ text: ' Guten Tag ', usage: { inputTokens: 10, outputTokens: 3, audioInputTokens: 8 } });
    const place = { item_id: 'item_1', content_index: 0 };
    expect(await bench.take()).toMatchObject([
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

  it('is answered once it was understood', async () => {
    const bench = new SessionBench({ session: MANUAL });
    await bench.send(append(tone(200, -20)), COMMIT);
    expect(typesOf(await bench.send({ type: 'response.create' }))).toEqual(['response.created']);
    expect(bench.conversations).toHaveLength(0);
    bench.transcription.hear({ text: 'Hello' });
    expect(await bench.take()).toMatchObject([
      { delta: 'Hello' },
      { transcript: 'Hello', usage: { type: 'duration', seconds: 0.2 } },
    ]);
    expect(bench.conversation.asked.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
    ]);
  });

  it('is not answered when nobody understood it, but what follows is', async () => {
    const bench = new SessionBench({ session: MANUAL });
    await bench.send(append(tone(200, -20)), COMMIT, { type: 'response.create' });
    bench.transcription.fail(new GatewayError('upstream-error', 'Deaf.'));
    const events = await bench.take();
    expect(typesOf(events)).toEqual([
      'conversation.item.input_audio_transcription.failed',
      'error',
      'response.done',
    ]);
    expect(events[0]).toMatchObject({ item_id: 'item_1', content_index: 0, error: { message: 'Deaf.' } });
    expect(events[2]).toMatchObject({ response: { status: 'failed', output: [] } });
    await bench.sendText('I said hello');
    await bench.send({ type: 'response.create' });
    expect(bench.conversation.asked.messages).toMatchObject([
      { content: [{ text: '[inaudible]' }] },
      { content: [{ text: 'I said hello' }] },
    ]);
  });

  it('must be there', async () => {
    const bench = new SessionBench({ session: MANUAL });
    expect(await bench.send({ ...COMMIT, event_id: 'mine' })).toMatchObject([
      { error: { code: 'input_audio_buffer_commit_empty', event_id: 'mine' } },
    ]);
    const events = await bench.send(append(tone(500, -20)), { type: 'input_audio_buffer.clear' }, COMMIT);
    expect(events).toMatchObject([
      { type: 'input_audio_buffer.cleared' },
      { error: { code: 'input_audio_buffer_commit_empty' } },
    ]);
  });

  it('is bounded', async () => {
    const bench = new SessionBench({ session: MANUAL, limits: { maxBufferedAudioBytes: 48_000 } });
    const second = append(tone(1000, -20));
    expect(await bench.send(second, second)).toMatchObject([{ error: { code: 'input_audio_buffer_full' } }]);
    await bench.send(COMMIT);
    expect(await bench.send(second)).toMatchObject([{ error: { code: 'input_audio_buffer_full' } }]);
    bench.transcription.hear({ text: 'Room again' });
    await bench.take();
    expect(await bench.send(second)).toEqual([]);
  });

  it('can be heard again, as long as it is kept', async () => {
    const bench = new SessionBench({ session: MANUAL, limits: { maxKeptAudioBytes: 10_000 } });
    const sound = tone(200, -20);
    await bench.send(append(sound), COMMIT);
    const retrieve = { type: 'conversation.item.retrieve', item_id: 'item_1' } as const;
    expect(await bench.send(retrieve)).toMatchObject([
      { item: { content: [{ type: 'input_audio', audio: pcmOf(sound).toString('base64') }] } },
    ]);
    await bench.send(append(sound), COMMIT);
    const [retrieved] = await bench.send(retrieve);
    expect(JSON.stringify(retrieved)).not.toContain('"audio"');
  });

  it('may come in an item, with or without its transcript', async () => {
    const bench = new SessionBench({ session: MANUAL });
    const audio = pcmOf(tone(150, -20)).toString('base64');
    const content = [
      { type: 'input_audio' as const, audio },
      { type: 'input_audio' as const, audio, transcript: 'known' },
    ];
    await bench.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
    expect(bench.transcriptions).toHaveLength(1);
    bench.transcription.hear({ text: 'heard' });
    await bench.send({ type: 'response.create' });
    expect(bench.conversation.asked.messages).toMatchObject([
      { content: [{ text: 'heard' }, { text: 'known' }] },
    ]);
  });

  it('may be telephone audio, cut anywhere', async () => {
    const bench = new SessionBench({ session: MANUAL });
    await bench.send({
      type: 'session.update',
      session: { audio: { input: { format: { type: 'audio/pcma' } } } },
    });
    await bench.send(
      { type: 'input_audio_buffer.append', audio: Buffer.alloc(800, 0xaa).toString('base64') },
      COMMIT,
    );
    const { wav, durationMs } = bench.transcription.asked;
    expect(durationMs).toBe(100);
    expect(wav.readInt16LE(44)).toBe(32_256);
  });

  it('may be cut in the middle of a sample', async () => {
    const bench = new SessionBench({ session: MANUAL });
    const bytes = pcmOf(tone(200, -20));
    const pieces = [bytes.subarray(0, 4801), bytes.subarray(4801)];
    await bench.send(
      ...pieces.map((piece): ClientEvent => ({
        type: 'input_audio_buffer.append',
        audio: piece.toString('base64'),
      })),
      COMMIT,
    );
    expect(bench.transcription.asked.wav.subarray(44)).toEqual(bytes);
  });

  it('is no longer of interest once its item is gone', async () => {
    const bench = new SessionBench({ session: MANUAL });
    await bench.send(append(tone(200, -20)), COMMIT, { type: 'response.create' });
    await bench.send({ type: 'conversation.item.delete', item_id: 'item_1' });
    expect(bench.transcription.signal.aborted).toBe(true);
    bench.transcription.hear({ text: 'late' });
    expect(await bench.take()).toEqual([]);
    expect(bench.conversations).toHaveLength(1);
  });
});
