import { expect } from '@jest/globals';
import { hum, splitChunks } from '../audio.js';
import { type Scenario, getObject, respond } from './scenario.js';

const TELEPHONE_BYTES_PER_MS = 8;

/** The client ends its turn itself; a turn that is too short is rejected. */
export const pushToTalk: Scenario = {
  isSpoken: true,
  play: async ({ talker }) => {
    const { say, log } = talker;
    const from = log.events.length;
    say.configure({ isTextOnly: true, turns: null });
    await log.next('session.updated', from);
    say.append(hum(20));
    say.commit();
    const refusal = getObject(await log.next('error', from), 'error');
    expect(refusal).toMatchObject({ code: 'input_audio_buffer_commit_empty' });
    for (const chunk of splitChunks(hum(400))) say.append(chunk);
    say.commit();
    const { item_id: itemId } = await log.next('input_audio_buffer.committed', from);
    expect(await log.next('conversation.item.added', from)).toMatchObject({
      item: { id: itemId, role: 'user', content: [{ type: 'input_audio' }] },
    });
    expect(log.all('input_audio_buffer.speech_started', from)).toEqual([]);
    expect(log.all('response.created', from)).toEqual([]);
    expect(await respond(talker)).toMatchObject({ status: 'completed' });
  },
};

/** Audio of eight bits, as it comes from a telephone. */
export const telephone: Scenario = {
  isSpoken: true,
  play: async ({ talker }) => {
    const { say, log } = talker;
    const from = log.events.length;
    say.configure({ isTextOnly: false, isTelephone: true });
    const { session } = await log.next('session.updated', from);
    const format = { format: { type: 'audio/pcmu' } };
    expect(session).toMatchObject(
      log.dialect === 'beta'
        ? { input_audio_format: 'g711_ulaw', output_audio_format: 'g711_ulaw' }
        : { audio: { input: format, output: format } },
    );
    say.write('one two three four');
    const { output } = await respond(talker);
    const [{ id = '' } = {}] = output as { id?: string }[];
    const deltas = log.all('response.output_audio.delta', from).map(({ delta }) => String(delta));
    const audio = Buffer.concat(deltas.map((delta) => Buffer.from(delta, 'base64')));
    const durationMs = Math.floor(audio.length / TELEPHONE_BYTES_PER_MS);
    expect(durationMs).toBeGreaterThan(100);
    // The service has counted the same number of milliseconds.
    say.truncate(id, durationMs);
    expect(await log.next('conversation.item.truncated', from)).toMatchObject({ audio_end_ms: durationMs });
    say.truncate(id, durationMs + 50);
    expect(getObject(await log.next('error', from), 'error')).toMatchObject({
      type: 'invalid_request_error',
    });
  },
};
