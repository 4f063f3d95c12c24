import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { callParts, endOfReply, startOfReply, textDelta, textReply } from './__fixtures__/replies.js';
import { SessionBench, settle } from './__fixtures__/session-bench.js';
import { pcmOf, tone } from './__fixtures__/signals.js';
import { type RealtimePorts } from './ports.js';
import { type ServerEvent } from './protocol/server-event.js';
import { type RealtimeSettings } from './settings.js';

const sound = (durationMs: number): Buffer => pcmOf(tone(durationMs, -20));

async function askedBench(
  settings: Partial<RealtimeSettings> = {},
  ports: Partial<RealtimePorts> = {},
): Promise<SessionBench> {
  const bench = new SessionBench(settings, ports);
  await bench.sendText('Hi');
  await bench.send({ type: 'response.create' });
  return bench;
}

function reply(bench: SessionBench, parts: ReturnType<typeof textReply>): void {
  for (const part of parts) bench.conversation.onPart(part);
  bench.conversation.finish();
}

/** Lets the sentence that is waiting be spoken, and waits for the next. */
async function speakFor(bench: SessionBench, durationMs: number): Promise<void> {
  await settle();
  const { onAudio, finish } = bench.speech;
  await onAudio(sound(durationMs));
  finish();
  await settle();
}

function shapeOf(events: readonly ServerEvent[]): string[] {
  return events.map(({ type }) => type.replace(/^response\./u, ''));
}

function audioMs(events: readonly ServerEvent[]): number[] {
  return events
    .filter(({ type }) => type === 'response.output_audio.delta')
    .map(({ delta }) => Buffer.from(String(delta), 'base64').length / 48);
}

describe('a session that speaks', () => {
  it('tells text and sound in turn, each with its end', async () => {
    const bench = await askedBench();
    reply(bench, textReply('Hello there. ', 'How are you?'));
    await speakFor(bench, 250);
    await speakFor(bench, 100);
    const events = await bench.take();
    expect(shapeOf(events)).toEqual([
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
    expect(bench.speeches.map(({ asked }) => asked)).toEqual([
      { text: 'Hello there.', voice: 'alloy', speed: 1 },
      { text: 'How are you?', voice: 'alloy', speed: 1 },
    ]);
  });

  it('begins to speak before the model has finished', async () => {
    const bench = await askedBench();
    bench.conversation.onPart(startOfReply);
    bench.conversation.onPart(textDelta('First. Sec'));
    await settle();
    expect(bench.speech.asked.text).toBe('First.');
  });

  it('joins short pieces of sound and cuts long ones', async () => {
    const bench = await askedBench();
    reply(bench, textReply('Well.'));
    await settle();
    const { onAudio, finish } = bench.speech;
    for (let count = 0; count < 11; count += 1) await onAudio(sound(20));
    await onAudio(sound(450));
    finish();
    expect(audioMs(await bench.take())).toEqual([100, 100, 200, 200, 70]);
  });

  it('speaks all that was said before a call, and calls after it', async () => {
    const bench = await askedBench();
    reply(bench, [
      startOfReply,
      textDelta('Let me see'),
      ...callParts(1, 'look', '{}'),
      ...endOfReply('tool-calls'),
    ]);
    await speakFor(bench, 100);
    const types = shapeOf(await bench.take());
    expect(types.indexOf('output_audio.done')).toBeLessThan(types.indexOf('function_call_arguments.delta'));
    expect(types.filter((type) => type === 'output_item.added')).toHaveLength(2);
  });

  it('leaves what cannot be pronounced to the eye', async () => {
    const bench = await askedBench();
    reply(bench, textReply('**Fine** then. ', '🙂'));
    await speakFor(bench, 100);
    expect(bench.speeches.map(({ asked }) => asked.text)).toEqual(['Fine then.']);
    expect((await bench.take()).at(-1)).toMatchObject({
      response: { output: [{ content: [{ transcript: '**Fine** then. 🙂' }] }] },
    });
  });

  it('sends telephone audio where that is asked for', async () => {
    const bench = await askedBench({ session: { audio: { output: { format: { type: 'audio/pcmu' } } } } });
    reply(bench, textReply('Ring.'));
    await speakFor(bench, 150);
    const delta = (await bench.take()).find(({ type }) => type === 'response.output_audio.delta')?.['delta'];
    expect(Buffer.from(String(delta), 'base64')).toHaveLength(150 * 8);
  });

  it('waits for a client that is behind', async () => {
    const client = new EventTarget();
    const drained = async (): Promise<void> => {
      await once(client, 'drained');
    };
    const bench = await askedBench({}, { drained });
    reply(bench, textReply('Slowly.'));
    await settle();
    const order: string[] = [];
    const taken = async (): Promise<void> => {
      await bench.speech.onAudio(sound(100));
      order.push('taken');
    };
    const whenTaken = taken();
    await settle();
    order.push('drained');
    client.dispatchEvent(new Event('drained'));
    await whenTaken;
    expect(order).toEqual(['drained', 'taken']);
  });

  it('is silent at once when cancelled, and keeps only what was heard', async () => {
    const bench = await askedBench();
    reply(bench, textReply('One two three. ', 'Four five six seven.'));
    await speakFor(bench, 1500);
    const { onAudio, signal, fail } = bench.speech;
    await onAudio(sound(1000));
    await bench.take();
    bench.session.receive({ type: 'response.cancel' });
    expect(signal.aborted).toBe(true);
    await onAudio(sound(300));
    fail(new Error('aborted'));
    const events = await bench.take();
    expect(shapeOf(events)).toEqual([
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
    expect(bench.unexpected).toEqual([]);
  });

  it('forgets what is truncated, in what the model reads next', async () => {
    const bench = await askedBench();
    reply(bench, textReply('One two three. ', 'Four five six seven.'));
    await speakFor(bench, 1500);
    await speakFor(bench, 2000);
    await bench.take();
    const truncate = { type: 'conversation.item.truncate', item_id: 'item_2', content_index: 0 } as const;
    expect(await bench.send({ ...truncate, audio_end_ms: 3600 })).toMatchObject([
      {
        error: { param: 'audio_end_ms', message: 'Audio content of 3500ms is already shorter than 3600ms.' },
      },
    ]);
    expect(await bench.send({ ...truncate, audio_end_ms: 2500 })).toMatchObject([
      { type: 'conversation.item.truncated', item_id: 'item_2', content_index: 0, audio_end_ms: 2500 },
    ]);
    await bench.send({ type: 'response.create' });
    expect(bench.conversation.asked.messages[1]).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'One two three. Four five' }],
    });
    await bench.send(
      { type: 'response.cancel' },
      { ...truncate, audio_end_ms: 0 },
      { type: 'response.create' },
    );
    expect(bench.conversation.asked.messages).toHaveLength(1);
  });

  it('truncates nothing but what it has said to the end', async () => {
    const bench = await askedBench();
    const truncate = { type: 'conversation.item.truncate', content_index: 0, audio_end_ms: 0 } as const;
    expect(await bench.send({ ...truncate, item_id: 'item_1' })).toMatchObject([{ type: 'error' }]);
    bench.conversation.onPart(textDelta('Well. So'));
    await settle();
    await bench.speech.onAudio(sound(100));
    await bench.take();
    expect(await bench.send({ ...truncate, item_id: 'item_2' })).toMatchObject([
      { error: { param: 'item_id', code: 'wrong-state' } },
    ]);
  });

  it('keeps its voice once it was heard', async () => {
    const bench = await askedBench();
    const change = { type: 'session.update', session: { audio: { output: { voice: 'echo' } } } } as const;
    expect(await bench.send(change)).toMatchObject([{ session: { audio: { output: { voice: 'echo' } } } }]);
    reply(bench, textReply('Hello.'));
    await speakFor(bench, 100);
    await bench.take();
    const back = { audio: { output: { voice: 'alloy' } } };
    const events = await bench.send(
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
    const bench = await askedBench();
    bench.conversation.onPart(textDelta('Well. So'));
    await settle();
    bench.speech.fail(new GatewayError('upstream-error', 'Hoarse.'));
    const events = await bench.take();
    expect(events.at(-1)).toMatchObject({
      response: {
        status: 'failed',
        status_details: { error: { code: 'upstream-error', message: 'Hoarse.' } },
      },
    });
    expect(bench.conversation.signal.aborted).toBe(true);
  });

  it('writes where a response asks for text', async () => {
    const bench = new SessionBench();
    await bench.send({ type: 'response.create', response: { output_modalities: ['text'] } });
    reply(bench, textReply('Quiet.'));
    expect(shapeOf(await bench.take())).toContain('output_text.done');
    expect(bench.speeches).toEqual([]);
  });
});
