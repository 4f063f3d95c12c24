import { describe, expect, it } from '@jest/globals';
import { REPLY_START, textDelta, textReply } from './__fixtures__/replies.js';
import { SessionHarness, settle } from './__fixtures__/session-harness.js';
import { join, noise, silence, toPcm, tone } from './__fixtures__/signals.js';
import { type ClientEvent, type ServerEvent } from './protocol/events.js';
import { type SessionPatch } from './protocol/session-config.js';

const append = (samples: Int16Array): ClientEvent => ({
  type: 'input_audio_buffer.append',
  audio: toPcm(samples).toString('base64'),
});
const COMMIT: ClientEvent = { type: 'input_audio_buffer.commit' };

const listTypes = (events: readonly ServerEvent[]): string[] => events.map(({ type }) => type);

describe('turns that the server detects', () => {
  const speech = join(noise(1000, -60), tone(800, -20), noise(1000, -60));

  it('have start and end events, become items and are responded to', async () => {
    const harness = new SessionHarness();
    const events = await harness.send(append(speech));
    expect(events).toMatchObject([
      { type: 'input_audio_buffer.speech_started', audio_start_ms: 700, item_id: 'item_1' },
      { type: 'input_audio_buffer.speech_stopped', audio_end_ms: 2300, item_id: 'item_1' },
      { type: 'input_audio_buffer.committed', item_id: 'item_1', previous_item_id: null },
      { type: 'conversation.item.added', item: { id: 'item_1' } },
      { type: 'conversation.item.done', item: { id: 'item_1' } },
      { type: 'response.created' },
    ]);
    expect(harness.transcription.request.wav.subarray(44)).toEqual(
      toPcm(speech.subarray(700 * 24, 2300 * 24)),
    );
  });

  it('have times since the start of the stream', async () => {
    const harness = new SessionHarness({
      session: { audio: { input: { turn_detection: { type: 'server_vad', create_response: false } } } },
    });
    const events = await harness.send(append(join(speech, speech)));
    expect(events.filter(({ type }) => type.includes('speech'))).toMatchObject([
      { audio_start_ms: 700 },
      { audio_end_ms: 2300, item_id: 'item_1' },
      { audio_start_ms: 3500 },
      { audio_end_ms: 5100, item_id: 'item_2' },
    ]);
    expect(harness.conversations).toEqual([]);
    expect(harness.transcriptions).toHaveLength(2);
  });

  it('interrupt the response: model and speech stop at once', async () => {
    const harness = new SessionHarness();
    await harness.send(append(noise(1000, -60)), { type: 'response.create' });
    const { onPart, signal } = harness.conversation;
    onPart(REPLY_START);
    onPart(textDelta('I will tell you. A long story'));
    await settle();
    await harness.speech.onAudio(toPcm(tone(1000, -20)));
    await harness.take();
    const events = await harness.send(append(tone(100, -20)));
    expect(listTypes(events)).toEqual([
      'input_audio_buffer.speech_started',
      'response.output_audio.done',
      'response.output_audio_transcript.done',
      'response.content_part.done',
      'conversation.item.done',
      'response.output_item.done',
      'response.done',
    ]);
    expect(events.at(-1)).toMatchObject({
      response: {
        status: 'cancelled',
        status_details: { type: 'cancelled', reason: 'turn_detected' },
        output: [{ status: 'incomplete', content: [{ transcript: 'I will tell' }] }],
      },
    });
    expect([signal.aborted, harness.speech.signal.aborted]).toEqual([true, true]);
  });

  it('do not interrupt if that is disabled, and then get no response', async () => {
    const harness = new SessionHarness({
      session: { audio: { input: { turn_detection: { type: 'server_vad', interrupt_response: false } } } },
    });
    await harness.send({ type: 'response.create' });
    const types = listTypes(await harness.send(append(speech)));
    expect(types).not.toContain('response.done');
    expect(types.at(-1)).toBe('error');
    expect(harness.conversation.signal.aborted).toBe(false);
  });

  it('do not interrupt out-of-band responses', async () => {
    const harness = new SessionHarness();
    await harness.send({ type: 'response.create', response: { conversation: 'none', input: [] } });
    await harness.send(append(speech));
    expect(harness.conversations[0]?.signal.aborted).toBe(false);
  });

  it('can be committed by the client before they end', async () => {
    const harness = new SessionHarness();
    const [started] = await harness.send(append(join(noise(500, -60), tone(400, -20))));
    expect(started).toMatchObject({ audio_start_ms: 200, item_id: 'item_1' });
    expect(await harness.send(COMMIT)).toMatchObject([
      { type: 'input_audio_buffer.committed', item_id: 'item_1' },
      { type: 'conversation.item.added' },
      { type: 'conversation.item.done' },
    ]);
    expect(harness.transcription.request.durationMs).toBe(700);
  });

  it('end if the buffer is full', async () => {
    const harness = new SessionHarness({ limits: { maxBufferedAudioBytes: 48_000 } });
    const events = await harness.send(
      append(noise(400, -60)),
      append(tone(500, -20)),
      append(tone(500, -20)),
    );
    expect(listTypes(events).slice(0, 3)).toEqual([
      'input_audio_buffer.speech_started',
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
    ]);
    expect(events[1]).toMatchObject({ audio_end_ms: 900 });
  });

  it('need no memory during silence', async () => {
    const harness = new SessionHarness({ limits: { maxBufferedAudioBytes: 96_000 } });
    const quiet = append(noise(1000, -60));
    expect(await harness.send(...Array.from({ length: 60 }, () => quiet))).toEqual([]);
    // Only the padding before a turn is left.
    await harness.send(COMMIT);
    expect(harness.transcription.request.durationMs).toBe(500);
  });

  it('have a configurable silence duration, also with semantic_vad', async () => {
    const harness = new SessionHarness();
    const detection = { type: 'semantic_vad', eagerness: 'low' } as const;
    const [updated] = await harness.send({
      type: 'session.update',
      session: { audio: { input: { turn_detection: detection } } },
    });
    expect(updated).toMatchObject({
      session: {
        audio: {
          input: { turn_detection: { ...detection, create_response: true, interrupt_response: true } },
        },
      },
    });
    expect(listTypes(await harness.send(append(speech)))).toEqual(['input_audio_buffer.speech_started']);
    const [stopped] = await harness.send(append(silence(600)));
    expect(stopped).toMatchObject({ type: 'input_audio_buffer.speech_stopped', audio_end_ms: 3300 });
  });

  it('are not detected in silence', async () => {
    const harness = new SessionHarness();
    const session: SessionPatch = {
      instructions: 'Never applied.',
      audio: { input: { turn_detection: { type: 'server_vad', idle_timeout_ms: 6000 } } },
    };
    expect(await harness.send({ type: 'session.update', session })).toMatchObject([
      { error: { param: 'session.audio.input.turn_detection.idle_timeout_ms' } },
    ]);
    expect(harness.session.session.instructions).toBe('');
  });

  it('cause an error if the conversation is full', async () => {
    const harness = new SessionHarness({ limits: { maxItems: 1 } });
    await harness.sendText('x');
    expect(listTypes(await harness.send(append(speech)))).toEqual([
      'input_audio_buffer.speech_started',
      'input_audio_buffer.speech_stopped',
      'error',
    ]);
  });

  it('end with the session', async () => {
    const harness = new SessionHarness();
    await harness.send(append(speech));
    harness.session.close();
    expect(harness.transcription.signal.aborted).toBe(true);
    harness.transcription.resolve({ text: 'late' });
    expect(await harness.take()).toEqual([]);
    expect(harness.conversations).toEqual([]);
  });

  it('get a spoken response', async () => {
    const harness = new SessionHarness();
    await harness.send(append(speech));
    harness.transcription.resolve({ text: 'What time is it?' });
    await harness.take();
    const { request, onPart, finish } = harness.conversation;
    expect(request.messages).toMatchObject([{ role: 'user', content: [{ text: 'What time is it?' }] }]);
    for (const part of textReply('Noon.')) onPart(part);
    finish();
    await settle();
    await harness.speech.onAudio(toPcm(tone(300, -20)));
    harness.speech.finish();
    expect((await harness.take()).at(-1)).toMatchObject({ response: { status: 'completed' } });
  });
});
