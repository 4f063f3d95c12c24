import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { GatewayError } from '#canonical';
import { ClientModel, type ResponseState } from './__fixtures__/client-model.js';
import { callParts, replyEnd, REPLY_START, textDelta, textReply } from './__fixtures__/replies.js';
import { SessionHarness, settle } from './__fixtures__/session-harness.js';
import { join, silence, toPcm, tone } from './__fixtures__/signals.js';
import { type ClientEvent } from './protocol/events.js';
import { type Item, type NewItem } from './protocol/item.js';

const SPEECH = toPcm(join(silence(400), tone(300, -15), silence(600)));
const CHUNKS = [
  SPEECH.subarray(0, 20_001),
  SPEECH.subarray(20_001),
  toPcm(tone(150, -15)),
  Buffer.alloc(0),
].map((bytes) => bytes.toString('base64'));

const AUDIO = toPcm(tone(130, -20));

/** What can happen next: the client sends an event, or a model continues. */
type Command = { send: ClientEvent } | { act: (harness: SessionHarness) => void };

const modalities = fc.constantFrom<('text' | 'audio')[]>(['text'], ['audio']);
const itemId = fc.constantFrom('a', 'b', 'item_1', 'item_2', 'item_3', 'nobody');
const place = fc.option(fc.oneof(itemId, fc.constant('root')), { nil: undefined });

function userItem(id: string | undefined): NewItem {
  return { id, type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] };
}

const clientEvent: fc.Arbitrary<ClientEvent> = fc.oneof(
  fc.record({
    type: fc.constant('conversation.item.create' as const),
    item: fc.constantFrom('a', 'b', undefined).map(userItem),
    previous_item_id: place,
  }),
  fc.record({
    type: fc.constant('conversation.item.create' as const),
    item: fc.record({
      type: fc.constant('function_call_output' as const),
      call_id: fc.constantFrom('call_1', 'call_2'),
      output: fc.constant('seen'),
    }),
  }),
  fc.record({
    type: fc.constantFrom('conversation.item.retrieve' as const, 'conversation.item.delete' as const),
    item_id: itemId,
  }),
  fc.record({
    type: fc.constant('conversation.item.truncate' as const),
    item_id: itemId,
    content_index: fc.nat(1),
    audio_end_ms: fc.nat(400),
  }),
  fc.record({
    type: fc.constantFrom(
      'input_audio_buffer.commit' as const,
      'input_audio_buffer.clear' as const,
      'output_audio_buffer.clear' as const,
    ),
  }),
  fc.record({
    type: fc.constant('response.create' as const),
    response: fc.option(
      fc.record(
        {
          conversation: fc.constantFrom('auto', 'none'),
          output_modalities: modalities,
          input: fc.array(fc.record({ type: fc.constant('item_reference' as const), id: itemId }), {
            maxLength: 2,
          }),
        },
        { requiredKeys: [] },
      ),
      { nil: undefined },
    ),
  }),
  fc.record({
    type: fc.constant('response.cancel' as const),
    response_id: fc.constantFrom(undefined, 'resp_1', 'resp_2'),
  }),
  fc.record({
    type: fc.constant('session.update' as const),
    session: fc.record(
      {
        instructions: fc.string(),
        output_modalities: modalities,
        audio: fc.record({
          input: fc.record(
            {
              format: fc.constantFrom(
                { type: 'audio/pcm' as const, rate: 24_000 as const },
                { type: 'audio/pcmu' as const },
              ),
              turn_detection: fc.constantFrom(
                null,
                { type: 'server_vad' as const, silence_duration_ms: 200 },
                { type: 'semantic_vad' as const },
              ),
            },
            { requiredKeys: [] },
          ),
        }),
      },
      { requiredKeys: [] },
    ),
  }),
);

const REPLIES = [
  [REPLY_START, textDelta('Well. ')],
  [textDelta('So it is. And')],
  callParts(1, 'look', '{"a":', '1}'),
  callParts(2, 'cut', '{"a').slice(0, 2),
  replyEnd(),
  replyEnd('length'),
];

const act = (name: string, run: (harness: SessionHarness) => void): { act: typeof run } => ({
  act: Object.assign(run, { toString: () => name }),
});

/** The last event, which random generation would seldom find. */
function truncateLast(audioEndMs: number): Command {
  return act(`truncate at ${audioEndMs}`, ({ session, events }) => {
    const itemId = events.findLast(({ type }) => type === 'response.output_audio.done')?.['item_id'];
    if (typeof itemId !== 'string') return;
    session.receive({
      type: 'conversation.item.truncate',
      item_id: itemId,
      content_index: 0,
      audio_end_ms: audioEndMs,
    });
  });
}

const modelStep: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.nat(REPLIES.length - 1).map((index) =>
      act(`reply ${index}`, ({ conversations }) => {
        for (const part of REPLIES[index] ?? []) conversations.at(-1)?.onPart(part);
      }),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      act('whole reply', ({ conversations }) => {
        for (const part of textReply('One. ', 'Two.')) conversations.at(-1)?.onPart(part);
        conversations.at(-1)?.finish();
      }),
      act('cut reply', ({ conversations }) => {
        for (const part of [textDelta('One. Tw'), ...replyEnd('length')]) conversations.at(-1)?.onPart(part);
        conversations.at(-1)?.finish();
      }),
      act('heard', ({ transcriptions }) => transcriptions.at(-1)?.resolve({ text: 'words' })),
      act('not heard', ({ transcriptions }) => transcriptions.at(-1)?.fail(new Error('deaf'))),
      act('audio', ({ speeches }) => {
        void speeches.at(-1)?.onAudio(AUDIO);
      }),
      act('sentence', ({ speeches }) => {
        void speeches.at(-1)?.onAudio(AUDIO);
        speeches.at(-1)?.finish();
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      act('converse ends', ({ conversations }) => conversations.at(-1)?.finish()),
      act('converse fails', ({ conversations }) =>
        conversations.at(-1)?.fail(new GatewayError('upstream-error', 'x')),
      ),
      act('silent', ({ speeches }) => speeches.at(-1)?.finish()),
      act('hoarse', ({ speeches }) => speeches.at(-1)?.fail(new Error('hoarse'))),
    ),
  },
);

/** By number, so that a counterexample is readable. */
function appendChunk(index: number): Command {
  const audio = CHUNKS[index] ?? '';
  return act(`append ${index}`, ({ session }) =>
    session.receive({ type: 'input_audio_buffer.append', audio }),
  );
}

const send = (events: fc.Arbitrary<ClientEvent>): fc.Arbitrary<Command> =>
  events.map((event) => ({ send: event }));

const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: send(clientEvent) },
    { weight: 2, arbitrary: send(fc.constant({ type: 'response.create' })) },
    { weight: 1, arbitrary: fc.nat(CHUNKS.length - 1).map(appendChunk) },
    { weight: 1, arbitrary: fc.nat(150).map(truncateLast) },
    { weight: 8, arbitrary: modelStep },
  ),
  { minLength: 20, maxLength: 60 },
);

async function play(harness: SessionHarness, script: readonly Command[]): Promise<void> {
  for (const command of script) {
    if ('send' in command) harness.session.receive(command.send);
    else command.act(harness);
    await settle();
  }
}

/** Events that must be frequent in all runs together. */
const COMMON = [
  'error',
  'session.updated',
  'conversation.item.deleted',
  'conversation.item.truncated',
  'conversation.item.input_audio_transcription.completed',
  'conversation.item.input_audio_transcription.failed',
  'input_audio_buffer.speech_stopped',
  'response.output_text.done',
  'response.output_audio.delta',
  'response.function_call_arguments.done',
  'response.done completed',
  'response.done cancelled',
  'response.done failed',
  'response.done incomplete',
];

describe('any sequence of events', () => {
  it('results in consistent server events', async () => {
    const received = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(modalities, commands, async (output_modalities, script) => {
        const limits = { maxItems: 12, maxBufferedAudioBytes: 200_000 };
        const harness = new SessionHarness({ limits, session: { output_modalities } });
        await play(harness, script);
        const believer = new ClientModel();
        for (const event of harness.events) {
          believer.receive(event);
          const response = event['response'] as ResponseState | undefined;
          const name = `${event.type} ${response?.status ?? ''}`.trim();
          received.set(name, (received.get(name) ?? 0) + 1);
        }

        // The client and the session have the same items in the same order.
        harness.events.length = 0;
        for (const id of believer.order) {
          harness.session.receive({ type: 'conversation.item.retrieve', item_id: id });
        }
        expect(harness.events.map(({ item }) => (item as Item).id)).toEqual(believer.order);

        // Running work belongs to a response or an item. After the close, nothing runs.
        const live = harness.conversations.filter(({ signal }) => !signal.aborted);
        expect(live.length).toBeLessThanOrEqual(believer.runningResponses);
        harness.session.close();
        const signals = [...harness.conversations, ...harness.speeches].map(({ signal }) => signal.aborted);
        expect(signals).not.toContain(false);
        harness.events.length = 0;
        await play(harness, script);
        expect(harness.events).toEqual([]);
      }),
      { numRuns: 120 },
    );
    // Otherwise the checks would pass because nothing happens.
    expect([...received.keys()]).toEqual(expect.arrayContaining(COMMON));
  });
});
