import { expect } from '@jest/globals';
import { type ServerEvent } from '../clients/event-log.js';
import { type Scenario, exchange, getObject, textIn, writeOnly } from './scenario.js';

const TOPICS = ['apples', 'pears'];

/** Two parallel responses outside of the conversation, each with metadata of the client. */
export const aside: Scenario = {
  needsFreeWords: true,
  play: async ({ talker }) => {
    const { say, log } = talker;
    await writeOnly(talker);
    const from = log.events.length;
    for (const topic of TOPICS) {
      const content = [{ type: 'input_text', text: `Say ${topic}` }];
      const input = [{ type: 'message', role: 'user', content }];
      say.send?.({ type: 'response.create', response: { conversation: 'none', metadata: { topic }, input } });
    }
    for (const topic of TOPICS) {
      const response = getObject(
        await log.next('response.done', from, (event) => getTopic(event) === topic),
        'response',
      );
      expect(response).toMatchObject({ status: 'completed' });
      expect(response['conversation_id'] ?? null).toBeNull();
      expect(textIn(response)).toContain(`Say ${topic}`);
    }
    expect(log.all('conversation.item.added', from)).toEqual([]);
    expect(await exchange(talker, 'Now us.')).not.toContain('apples');
  },
};

function getTopic(event: ServerEvent): unknown {
  return getObject(getObject(event, 'response'), 'metadata')['topic'];
}
