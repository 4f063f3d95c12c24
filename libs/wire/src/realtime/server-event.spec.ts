import { type JsonObject, type JsonValue } from '#canonical';
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { CLIENT_EVENTS } from './__fixtures__/client-events.js';
import { SERVER_EVENTS } from './__fixtures__/server-events.js';
import { clientEventFromBeta, clientEventToBeta } from './beta/client-event.js';
import { serverEventFromBeta, serverEventToBeta } from './beta/server-event.js';
import { encodeServerEvent } from './encode-server-event.js';

const asJson = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;
const encode = (event: { type: string }, dialect: 'ga' | 'beta'): unknown[] =>
  encodeServerEvent(event, dialect).map((frame) => JSON.parse(frame));

describe('a server event', () => {
  it.each(SERVER_EVENTS.map(({ ga, beta }) => [ga.type, ga, beta] as const))(
    '%s has a name in each dialect',
    (_, ga, beta) => {
      expect(encode(ga, 'ga')).toEqual([ga]);
      expect(encode(ga, 'beta')).toEqual([beta]);
      expect(serverEventFromBeta(asJson(beta))).toEqual([ga]);
    },
  );

  it('announces an item once in the beta dialect', () => {
    const item = { id: 'i', type: 'message', role: 'user', status: 'completed', content: [] };
    const events = ['conversation.item.added', 'conversation.item.done'].map((type) => ({ type, item }));
    expect(events.flatMap((event) => encode(event, 'beta'))).toEqual([
      { type: 'conversation.item.created', item },
    ]);
  });

  it('announces a complete item twice in the GA dialect', () => {
    const item = { id: 'i', type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Hi' }] };
    const created = { type: 'conversation.item.created', event_id: 'e', previous_item_id: 'p', item };
    const [added, done, ...others] = serverEventFromBeta(created);
    const today = { ...item, content: [{ type: 'output_text', text: 'Hi' }] };
    expect(added).toEqual({ ...created, type: 'conversation.item.added', item: today });
    expect(done).toEqual({ ...added, type: 'conversation.item.done', event_id: expect.any(String) });
    expect(done?.['event_id']).not.toBe('e');
    expect(others).toEqual([]);
  });

  it('announces the conversation only in the beta dialect', () => {
    const event = { type: 'conversation.created', event_id: 'e', conversation: { id: 'conv_1' } };
    expect(encode(event, 'beta')).toEqual([event]);
    expect(encode(event, 'ga')).toEqual([]);
    expect(serverEventFromBeta(event)).toEqual([]);
  });

  it.each(['created', 'updated'])('about a transcription session, %s, has a name of its own', (verb) => {
    const ga = {
      type: `session.${verb}`,
      session: {
        type: 'transcription',
        id: 's',
        audio: { input: { format: { type: 'audio/pcm', rate: 24000 }, noise_reduction: null } },
      },
    };
    const beta = {
      type: `transcription_session.${verb}`,
      session: { id: 's', input_audio_format: 'pcm16', input_audio_noise_reduction: null },
    };
    expect(encode(ga, 'beta')).toEqual([beta]);
    expect(serverEventFromBeta(beta)).toEqual([ga]);
  });

  it.each([
    ['session.audio.input.format.type', 'session.input_audio_format'],
    ['session.audio.input.turn_detection.threshold', 'session.turn_detection.threshold'],
    ['session.output_modalities', 'session.modalities'],
    ['session.max_output_tokens', 'session.max_response_output_tokens'],
    ['response.audio.output.voice', 'response.voice'],
    ['session.tools[0].name', 'session.tools[0].name'],
    ['audio', 'audio'],
  ])('about an error in %s names it %s in the beta dialect', (ga, beta) => {
    expect(encode({ type: 'error', error: { param: ga } } as { type: string }, 'beta')).toEqual([
      { type: 'error', error: { param: beta } },
    ]);
  });

  it('translates an invalid parameter of the beta dialect to the GA dialect', () => {
    const error = { param: 'session.turn_detection.threshold' };
    expect(serverEventFromBeta({ type: 'error', error })).toEqual([
      { type: 'error', error: { param: 'session.audio.input.turn_detection.threshold' } },
    ]);
  });

  it('keeps values that neither dialect has', () => {
    const flat = { modalities: 'text', input_audio_format: 'opus', output_audio_format: null };
    const session = {
      type: 'realtime',
      output_modalities: 'text',
      audio: { input: { format: 'opus' }, output: { format: null } },
    };
    expect(serverEventFromBeta({ type: 'session.updated', session: flat })).toEqual([
      { type: 'session.updated', session },
    ]);
    expect(serverEventToBeta({ type: 'session.updated', session })).toEqual([
      { type: 'session.updated', session: flat },
    ]);
  });

  it('about a part accepts GA names too', () => {
    const event = { type: 'response.content_part.added', part: { type: 'output_text', text: '' } };
    expect(encode(event, 'beta')).toEqual([{ ...event, part: { type: 'text', text: '' } }]);
  });

  it.each(['response.mcp_call.completed', 'input_audio_buffer.timeout_triggered', 'something.new'])(
    '%s, which the beta dialect lacks, is forwarded unchanged',
    (type) => {
      expect(encode({ type }, 'beta')).toEqual([{ type }]);
    },
  );
});

/** Any value, or an object with any members. */
const anyJson = fc.jsonValue().map((value) => value as JsonValue);
const formats = fc.constantFrom<JsonObject>(
  { type: 'audio/pcm', rate: 24000 },
  { type: 'audio/pcmu' },
  { type: 'audio/pcma' },
);
const modalities = fc.constantFrom<string[]>(['audio'], ['text']);
const turns = fc.constantFrom<JsonValue>(
  null,
  { type: 'semantic_vad' },
  { type: 'server_vad', threshold: 1 },
);
const session = fc.record(
  {
    type: fc.constantFrom('realtime'),
    instructions: fc.string(),
    tools: fc.array(fc.dictionary(fc.string(), anyJson), { maxLength: 2 }),
    output_modalities: modalities,
    max_output_tokens: fc.oneof(fc.integer(), fc.constant('inf')),
    audio: fc.record({
      input: fc.record(
        { turn_detection: turns, transcription: anyJson, noise_reduction: anyJson, format: formats },
        { requiredKeys: ['format'] },
      ),
      output: fc.record({ voice: fc.string(), speed: fc.double({ noNaN: true }), format: formats }),
    }),
  },
  { requiredKeys: ['type'] },
);
const response = fc.record(
  {
    instructions: fc.string(),
    output_modalities: modalities,
    max_output_tokens: fc.integer(),
    audio: fc.record({ output: fc.record({ voice: fc.string(), format: formats }) }),
    input: fc.array(
      fc.record({
        type: fc.constant('message'),
        role: fc.constantFrom('user', 'assistant', 'system'),
        content: fc.array(
          fc.record({
            type: fc.constantFrom('input_text', 'output_text', 'output_audio'),
            text: fc.string(),
          }),
        ),
      }),
    ),
  },
  { requiredKeys: [] },
);

describe('translating to the beta dialect and back', () => {
  it('loses nothing of a session', () => {
    fc.assert(
      fc.property(session, fc.constantFrom('created', 'updated'), (given, verb) => {
        const event = asJson({ type: `session.${verb}`, session: given });
        expect(serverEventToBeta(event).flatMap(serverEventFromBeta)).toEqual([event]);
      }),
    );
  });

  it("loses nothing of a client's request", () => {
    fc.assert(
      fc.property(response, (given) => {
        const event = asJson({ type: 'response.create', response: given });
        expect(clientEventToBeta(event).map(clientEventFromBeta)).toEqual([event]);
      }),
    );
  });

  it('never fails, with any content of an event', () => {
    const types = [...SERVER_EVENTS, ...CLIENT_EVENTS].flatMap(({ ga, beta }) => [ga.type, beta.type]);
    const holders = fc.dictionary(fc.constantFrom('session', 'response', 'item', 'part', 'error'), anyJson);
    fc.assert(
      fc.property(fc.constantFrom(...types), holders, (type, members) => {
        const event = { ...members, type };
        expect(serverEventToBeta(event).length + serverEventFromBeta(event).length).toBeLessThanOrEqual(3);
        expect(clientEventToBeta(event).map(clientEventFromBeta)).toHaveLength(1);
      }),
    );
  });
});
