import { expect } from '@jest/globals';
import { hum, measureDurationMs, quiet, splitChunks } from '../audio.js';
import { type Scenario, getObject, inDialect, listEventTypes, speakWithSilence, textIn } from './scenario.js';

const SILENCE_MS = 300;

/** In this order; transcripts of the user's speech arrive at any time. */
const EVENT_TYPES = [
  'input_audio_buffer.speech_started',
  'input_audio_buffer.speech_stopped',
  'input_audio_buffer.committed',
  'conversation.item.added',
  'response.created',
  'response.output_item.added',
  'response.content_part.added',
  'response.output_audio_transcript.delta',
  'response.output_audio.delta',
  'response.content_part.done',
  'response.output_item.done',
  'response.done',
];

/** The user speaks and stops: the server detects both, and answers in audio. */
export const audioTurn: Scenario = {
  isSpoken: true,
  play: async ({ talker, harness, server }) => {
    const { say, log } = talker;
    await speakWithSilence(talker, SILENCE_MS);
    const from = log.events.length;
    if (server.kind === 'passthrough')
      harness.upstream.realtime.nextResponse({ kind: 'say', text: 'You hum well.' });
    for (const chunk of splitChunks(Buffer.concat([quiet(300), hum(600), quiet(600)]))) say.append(chunk);
    const response = getObject(await log.next('response.done', from), 'response');
    expect(response).toMatchObject({ status: 'completed' });
    const types = listEventTypes(log.events.slice(from));
    const expected = inDialect(log.dialect, EVENT_TYPES);
    expect(types.filter((type, index) => expected.includes(type) && types.indexOf(type) === index)).toEqual(
      expected,
    );
    const [started] = log.all('input_audio_buffer.speech_started', from);
    const itemId = started?.['item_id'];
    expect(itemId).toEqual(expect.any(String));
    expect(log.all('input_audio_buffer.speech_stopped', from)).toMatchObject([{ item_id: itemId }]);
    expect(log.all('input_audio_buffer.committed', from)).toMatchObject([{ item_id: itemId }]);
    const [turn] = log.all('conversation.item.added', from);
    expect(turn).toMatchObject({ item: { id: itemId, role: 'user', content: [{ type: 'input_audio' }] } });
    expectSpeech(talker, from, response);
  },
};

function expectSpeech(
  { log }: Parameters<Scenario['play']>[0]['talker'],
  from: number,
  response: Record<string, unknown>,
): void {
  const deltas = log.all('response.output_audio.delta', from).map(({ delta }) => String(delta));
  const audio = Buffer.concat(deltas.map((delta) => Buffer.from(delta, 'base64')));
  expect(measureDurationMs(audio)).toBeGreaterThanOrEqual(100);
  const transcript = log
    .all('response.output_audio_transcript.delta', from)
    .map(({ delta }) => delta)
    .join('');
  expect(transcript).not.toBe('');
  expect(textIn(response)).toBe(transcript);
  expect(log.all('response.output_audio_transcript.done', from)).toMatchObject([{ transcript }]);
}
