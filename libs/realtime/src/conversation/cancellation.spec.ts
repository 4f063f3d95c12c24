import { describe, expect, it } from '@jest/globals';
import { type StreamPart } from '#canonical';
import { callParts, replyEnd, REPLY_START, textDelta } from './__fixtures__/replies.js';
import { SessionHarness, settle } from './__fixtures__/session-harness.js';
import { toPcm, tone } from './__fixtures__/signals.js';
import { type RealtimePorts } from './ports.js';
import { type ClientEvent } from './protocol/events.js';

const REPLY: StreamPart[] = [
  REPLY_START,
  textDelta('First sentence. '),
  textDelta('Second '),
  textDelta('one. And'),
  ...callParts(1, 'look', '{"at":', '"me"}'),
  ...callParts(2, 'go', '{}'),
  ...replyEnd('tool-calls'),
];

const AUDIO = toPcm(tone(130, -20));

/** Models that always respond with the same chunks and ignore their signals. */
function scriptedPorts(signals: AbortSignal[]): Partial<RealtimePorts> {
  return {
    converse: async (_request, { signal, onPart }) => {
      signals.push(signal);
      for (const part of REPLY) {
        await Promise.resolve();
        onPart(part);
      }
    },
    speak: async (_request, { signal, onAudio }) => {
      signals.push(signal);
      for (let count = 0; count < 3; count += 1) await onAudio(AUDIO);
    },
  };
}

interface Story {
  harness: SessionHarness;
  signals: AbortSignal[];
}

/** Runs the same response, with an event of the client directly after its nth event. */
async function tell(
  modality: 'text' | 'audio',
  event: ClientEvent | undefined,
  afterEvents: number,
): Promise<Story> {
  const signals: AbortSignal[] = [];
  const harness = new SessionHarness({ session: { output_modalities: [modality] } }, scriptedPorts(signals));
  let emitted = 0;
  harness.onEvent = () => {
    emitted += 1;
    if (emitted !== afterEvents || event === undefined) return;
    queueMicrotask(() => harness.session.receive(event));
  };
  harness.session.receive({ type: 'response.create' });
  await settle();
  return { harness, signals };
}

const getUserSpeech = toPcm(tone(400, -10)).toString('base64');

describe.each(['text', 'audio'] as const)('a response in %s that is cancelled at any point', (modality) => {
  it.each<[string, ClientEvent]>([
    ['client_cancelled', { type: 'response.cancel' }],
    ['turn_detected', { type: 'input_audio_buffer.append', audio: getUserSpeech }],
  ])('ends once, with %s, and without further events', async (reason, event) => {
    const { harness: whole } = await tell(modality, undefined, 0);
    const length = whole.events.length;
    expect(length).toBeGreaterThan(20);
    expect(whole.events.at(-1)).toMatchObject({ type: 'response.done', response: { status: 'completed' } });

    let cancelled = 0;
    for (let point = 1; point < length; point += 1) {
      const { harness, signals } = await tell(modality, event, point);
      const done = harness.events.filter(({ type }) => type === 'response.done');
      expect(done).toHaveLength(1);
      const after = harness.events.slice(
        harness.events.findIndex(({ type }) => type === 'response.done') + 1,
      );
      expect(after.filter(({ type }) => type.startsWith('response.'))).toEqual([]);
      expect(signals.every((signal) => signal.aborted)).toBe(true);
      expect(harness.unexpected).toEqual([]);
      // Two steps may follow one event in the same tick, so the last events may be too late to cancel anything.
      const response = done[0]?.['response'];
      if ((response as { status: string }).status === 'completed') continue;
      expect(response).toMatchObject({ status: 'cancelled', status_details: { type: 'cancelled', reason } });
      cancelled += 1;
    }
    expect(cancelled).toBeGreaterThan(length / 2);
  });

  it('sends nothing after the session is closed', async () => {
    const signals: AbortSignal[] = [];
    for (let point = 1; point < 20; point += 1) {
      const harness = new SessionHarness(
        { session: { output_modalities: [modality] } },
        scriptedPorts(signals),
      );
      harness.onEvent = () => {
        if (harness.events.length === point) queueMicrotask(() => harness.session.close());
      };
      harness.session.receive({ type: 'response.create' });
      await settle();
      expect(harness.events.some(({ type }) => type === 'response.done')).toBe(false);
    }
    expect(signals.every((signal) => signal.aborted)).toBe(true);
  });
});
