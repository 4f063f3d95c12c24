import { expect } from '@jest/globals';
import { measureDurationMs } from '../audio.js';
import { type Talker } from '../clients/client-commands.js';
import { type Scenario, exchange, getObject, respond, speakWithSilence, writeOnly } from './scenario.js';

const PLAYED_MS = 100;

async function errorAfter({ log }: Talker, act: () => void): Promise<Record<string, unknown>> {
  const from = log.events.length;
  act();
  return getObject(await log.next('error', from), 'error');
}

/** The client has played less than was generated. */
export const truncating: Scenario = {
  isSpoken: true,
  play: async ({ talker }) => {
    const { say, log } = talker;
    await speakWithSilence(talker, 300);
    const from = log.events.length;
    say.write('one two three four five');
    const { output } = await respond(talker);
    const [{ id = '' } = {}] = output as { id?: string }[];
    const deltas = log.all('response.output_audio.delta', from).map(({ delta }) => String(delta));
    const audio = Buffer.concat(deltas.map((delta) => Buffer.from(delta, 'base64')));
    expect(measureDurationMs(audio)).toBeGreaterThan(PLAYED_MS);
    say.truncate(id, PLAYED_MS);
    expect(await log.next('conversation.item.truncated', from)).toMatchObject({
      item_id: id,
      content_index: 0,
      audio_end_ms: PLAYED_MS,
    });
    const error = await errorAfter(talker, () => say.truncate(id, 10 * measureDurationMs(audio)));
    expect(error).toMatchObject({ type: 'invalid_request_error', message: expect.any(String) });
    expect(await exchange(talker, 'Go on.')).toContain('Go on.');
  },
};

/** Items of the conversation can be retrieved and deleted. */
export const retrievingAndDeleting: Scenario = {
  needsFreeWords: true,
  play: async ({ talker }) => {
    const { say, log } = talker;
    await writeOnly(talker);
    const from = log.events.length;
    say.write('Forget this.');
    const { item } = await log.next('conversation.item.added', from);
    const { id } = item as { id: string };
    say.send?.({ type: 'conversation.item.retrieve', item_id: id });
    expect(await log.next('conversation.item.retrieved', from)).toMatchObject({
      item: { id, role: 'user', content: [{ type: 'input_text', text: 'Forget this.' }] },
    });
    say.send?.({ type: 'conversation.item.delete', item_id: id });
    expect(await log.next('conversation.item.deleted', from)).toMatchObject({ item_id: id });
    const error = await errorAfter(talker, () => {
      say.send?.({ type: 'conversation.item.retrieve', item_id: id, event_id: 'look-again' });
    });
    expect(error).toMatchObject({ type: 'invalid_request_error', event_id: 'look-again' });
    expect(await exchange(talker, 'one two')).not.toContain('Forget');
  },
};
