import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { callParts, replyEnd, REPLY_START, textDelta, textReply } from './__fixtures__/replies.js';
import { SessionHarness, settle } from './__fixtures__/session-harness.js';
import { toPcm, tone } from './__fixtures__/signals.js';
import { type RealtimePorts } from './ports.js';
import { type ServerEvent } from './protocol/events.js';
import { type RealtimeSettings } from './settings.js';

const audio = (durationMs: number): Buffer => toPcm(tone(durationMs, -20));

async function startResponse(
  settings: Partial<RealtimeSettings> = {},
  ports: Partial<RealtimePorts> = {},
): Promise<SessionHarness> {
  const harness = new SessionHarness(settings, ports);
  await harness.sendText('Hi');
  await harness.send({ type: 'response.create' });
  return harness;
}

function reply(harness: SessionHarness, parts: ReturnType<typeof textReply>): void {
  for (const part of parts) harness.conversation.onPart(part);
  harness.conversation.finish();
}

/** Completes the speech of the current sentence, and waits for the next. */
async function speakFor(harness: SessionHarness, durationMs: number): Promise<void> {
  await settle();
  const { onAudio, finish } = harness.speech;
  await onAudio(audio(durationMs));
  finish();
  await settle();
}

function summarize(events: readonly ServerEvent[]): string[] {
  return events.map(({ type }) => type.replace(/^response\./u, ''));
}

function audioMs(events: readonly ServerEvent[]): number[] {
  return events
    .filter(({ type }) => type === 'response.output_audio.delta')
    .map(({ delta }) => Buffer.from(String(delta), 'base64').length / 48);
}

describe('a session with audio output', () => {
  it('sends transcripts and audio in order, each with its end', async () => {
    const harness = await startResponse();
    reply(harness, textReply('Hello there. ', 'How are you?'));
    await speakFor(harness, 250);
    await speakFor(harness, 100);
    const events = await harness.take();
    expect(summarize(events)).toEqual([
      'output_item.added',
      'conversation.item.added',
      'content_part.added',
      'output_audio_transcript.delta',
      'output_audio.delta',
      'output_audio.delta',
      'output_audio_transcript.delta',
      'output_audio.delta',
      'output_audio.done',
      'output_audio_transcript.done',
      'content_part.done',
      'conversation.item.done',
      'output_item.done',
      'done',
    ]);
    const place = { response_id: 'resp_1', item_id: 'item_2', output_index: 0, content_index: 0 };
    expect(events[2]).toMatchObject({ ...place, part: { type: 'audio', transcript: '' } });
    expect(events[3]).toMatchObject({ ...place, delta: 'Hello there. ' });
    expect(events[9]).toMatchObject({ ...place, transcript: 'Hello there. How are you?' });
    expect(events.at(-1)).toMatchObject({
      response: {
        status: 'completed',
        output_modalities: ['audio'],
        output: [{ content: [{ type: 'output_audio', transcript: 'Hello there. How are you?' }] }],
      },
    });
    expect(audioMs(events)).toEqual([200, 50, 100]);
    expect(harness.speeches.map(({ request }) => request)).toEqual([
      { text: 'Hello there.', voice: 'alloy', speed: 1 },
      { text: 'How are you?', voice: 'alloy', speed: 1 },
    ]);
  });

  it('starts to speak before the model has finished', async () => {
    const harness = await startResponse();
    harness.conversation.onPart(REPLY_START);
    harness.conversation.onPart(textDelta('First. Sec'));
    await settle();
    expect(harness.speech.request.text).toBe('First.');
  });

  it('joins short chunks of audio and splits long ones', async () => {
    const harness = await startResponse();
    reply(harness, textReply('Well.'));
    await settle();
    const { onAudio, finish } = harness.speech;
    for (let count = 0; count < 11; count += 1) await onAudio(audio(20));
    await onAudio(audio(450));
    finish();
    expect(audioMs(await harness.take())).toEqual([100, 100, 200, 200, 70]);
  });

  it('speaks all text before a call, and then sends the call', async () => {
    const harness = await startResponse();
    reply(harness, [
      REPLY_START,
      textDelta('Let me see'),
      ...callParts(1, 'look', '{}'),
      ...replyEnd('tool-calls'),
    ]);
    await speakFor(harness, 100);
    const types = summarize(await harness.take());
    expect(types.indexOf('output_audio.done')).toBeLessThan(types.indexOf('function_call_arguments.delta'));
    expect(types.filter((type) => type === 'output_item.added')).toHaveLength(2);
  });

  it('sends unpronounceable text only in the transcript', async () => {
    const harness = await startResponse();
    reply(harness, textReply('**Fine** then. ', '🙂'));
    await speakFor(harness, 100);
    expect(harness.speeches.map(({ request }) => request.text)).toEqual(['Fine then.']);
    expect((await harness.take()).at(-1)).toMatchObject({
      response: { output: [{ content: [{ transcript: '**Fine** then. 🙂' }] }] },
    });
  });

  it('sends telephone audio if requested', async () => {
    const harness = await startResponse({
      session: { audio: { output: { format: { type: 'audio/pcmu' } } } },
    });
    reply(harness, textReply('Ring.'));
    await speakFor(harness, 150);
    const delta = (await harness.take()).find(({ type }) => type === 'response.output_audio.delta')?.[
      'delta'
    ];
    expect(Buffer.from(String(delta), 'base64')).toHaveLength(150 * 8);
  });

  it('waits for a client that is behind', async () => {
    const client = new EventTarget();
    const drained = async (): Promise<void> => {
      await once(client, 'drained');
    };
    const harness = await startResponse({}, { drained });
    reply(harness, textReply('Slowly.'));
    await settle();
    const order: string[] = [];
    const taken = async (): Promise<void> => {
      await harness.speech.onAudio(audio(100));
      order.push('taken');
    };
    const whenTaken = taken();
    await settle();
    order.push('drained');
    client.dispatchEvent(new Event('drained'));
    await whenTaken;
    expect(order).toEqual(['drained', 'taken']);
  });

  it('stops at once when cancelled, and its transcript has only what was sent', async () => {
    const harness = await startResponse();
    reply(harness, textReply('One two three. ', 'Four five six seven.'));
    await speakFor(harness, 1500);
    const { onAudio, signal, fail } = harness.speech;
    await onAudio(audio(1000));
    await harness.take();
    harness.session.receive({ type: 'response.cancel' });
    expect(signal.aborted).toBe(true);
    await onAudio(audio(300));
    fail(new Error('aborted'));
    const events = await harness.take();
    expect(summarize(events)).toEqual([
      'output_audio.done',
      'output_audio_transcript.done',
      'content_part.done',
      'conversation.item.done',
      'output_item.done',
      'done',
    ]);
    expect(events[1]).toMatchObject({ transcript: 'One two three. Four five' });
    expect(events.at(-1)).toMatchObject({
      response: {
        status: 'cancelled',
        output: [{ status: 'incomplete', content: [{ transcript: 'One two three. Four five' }] }],
      },
    });
    expect(harness.unexpected).toEqual([]);
  });

  it('omits truncated text from the next request to the model', async () => {
    const harness = await startResponse();
    reply(harness, textReply('One two three. ', 'Four five six seven.'));
    await speakFor(harness, 1500);
    await speakFor(harness, 2000);
    await harness.take();
    const truncate = { type: 'conversation.item.truncate', item_id: 'item_2', content_index: 0 } as const;
    expect(await harness.send({ ...truncate, audio_end_ms: 3600 })).toMatchObject([
      {
        error: { param: 'audio_end_ms', message: 'Audio content of 3500ms is already shorter than 3600ms.' },
      },
    ]);
    expect(await harness.send({ ...truncate, audio_end_ms: 2500 })).toMatchObject([
      { type: 'conversation.item.truncated', item_id: 'item_2', content_index: 0, audio_end_ms: 2500 },
    ]);
    await harness.send({ type: 'response.create' });
    expect(harness.conversation.request.messages[1]).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'One two three. Four five' }],
    });
    await harness.send(
      { type: 'response.cancel' },
      { ...truncate, audio_end_ms: 0 },
      { type: 'response.create' },
    );
    expect(harness.conversation.request.messages).toHaveLength(1);
  });

  it('truncates only audio that is complete', async () => {
    const harness = await startResponse();
    const truncate = { type: 'conversation.item.truncate', content_index: 0, audio_end_ms: 0 } as const;
    expect(await harness.send({ ...truncate, item_id: 'item_1' })).toMatchObject([{ type: 'error' }]);
    harness.conversation.onPart(textDelta('Well. So'));
    await settle();
    await harness.speech.onAudio(audio(100));
    await harness.take();
    expect(await harness.send({ ...truncate, item_id: 'item_2' })).toMatchObject([
      { error: { param: 'item_id', code: 'wrong-state' } },
    ]);
  });

  it('does not change its voice after it was heard', async () => {
    const harness = await startResponse();
    const change = { type: 'session.update', session: { audio: { output: { voice: 'echo' } } } } as const;
    expect(await harness.send(change)).toMatchObject([{ session: { audio: { output: { voice: 'echo' } } } }]);
    reply(harness, textReply('Hello.'));
    await speakFor(harness, 100);
    await harness.take();
    const back = { audio: { output: { voice: 'alloy' } } };
    const events = await harness.send(
      change,
      { type: 'session.update', session: back },
      { type: 'response.create', response: back },
    );
    expect(events).toMatchObject([
      { type: 'session.updated' },
      { error: { code: 'cannot_update_voice', param: 'session.audio.output.voice' } },
      { error: { code: 'cannot_update_voice', param: 'response.audio.output.voice' } },
    ]);
  });

  it('fails with the speech service, and stops the model', async () => {
    const harness = await startResponse();
    harness.conversation.onPart(textDelta('Well. So'));
    await settle();
    harness.speech.fail(new GatewayError('upstream-error', 'Hoarse.'));
    const events = await harness.take();
    expect(events.at(-1)).toMatchObject({
      response: {
        status: 'failed',
        status_details: { error: { code: 'upstream-error', message: 'Hoarse.' } },
      },
    });
    expect(harness.conversation.signal.aborted).toBe(true);
  });

  it('responds in text if a response requests it', async () => {
    const harness = new SessionHarness();
    await harness.send({ type: 'response.create', response: { output_modalities: ['text'] } });
    reply(harness, textReply('Quiet.'));
    expect(summarize(await harness.take())).toContain('output_text.done');
    expect(harness.speeches).toEqual([]);
  });
});
