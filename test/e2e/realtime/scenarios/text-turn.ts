import { expect } from '@jest/globals';
import { type ServerEvent } from '../clients/event-log.js';
import {
  type Scenario,
  getObject,
  inDialect,
  listEventTypes,
  respond,
  textIn,
  writeOnly,
} from './scenario.js';

const EVENT_TYPES = [
  'conversation.item.added',
  'conversation.item.done',
  'response.created',
  'response.output_item.added',
  'conversation.item.added',
  'response.content_part.added',
  'response.output_text.delta',
  'response.output_text.done',
  'response.content_part.done',
  'conversation.item.done',
  'response.output_item.done',
  'response.done',
];

/** A text message and its response: every event in order, and consistent ids. */
export const textTurn: Scenario = {
  play: async ({ talker }) => {
    const { say, log } = talker;
    await writeOnly(talker);
    const from = log.events.length;
    say.write('one two three');
    const response = await respond(talker);
    const events = log.events.slice(from);
    const told = events.slice(0, events.findIndex(({ type }) => type === 'response.done') + 1);
    expect(listEventTypes(told)).toEqual(inDialect(log.dialect, EVENT_TYPES));
    expect(response).toMatchObject({
      object: 'realtime.response',
      status: 'completed',
      status_details: null,
    });
    const text = log
      .all('response.output_text.delta', from)
      .map(({ delta }) => delta)
      .join('');
    expect(text).toContain('one two three');
    expect(textIn(response)).toBe(text);
    expect(log.all('response.output_text.done', from)).toMatchObject([{ text }]);
    expectUsage(response);
    expectSameIds(told, response);
  },
};

function expectUsage(response: Record<string, unknown>): void {
  const usage = getObject(response, 'usage') as Record<string, number>;
  expect(usage['input_tokens']).toBeGreaterThan(0);
  expect(usage['output_tokens']).toBeGreaterThan(0);
  expect(usage['total_tokens']).toBe(Number(usage['input_tokens']) + Number(usage['output_tokens']));
}

function expectSameIds(events: readonly ServerEvent[], response: Record<string, unknown>): void {
  const ids = events.map(({ event_id: id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const ofResponse = events.flatMap((event) => event['response_id'] ?? []);
  expect(new Set(ofResponse)).toEqual(new Set([response['id']]));
  const items = events.flatMap(({ item }) => (item === undefined ? [] : [(item as { id: string }).id]));
  const [question, answer] = [...new Set(items)];
  expect(new Set(items).size).toBe(2);
  expect(response['output']).toMatchObject([{ id: answer, type: 'message', role: 'assistant' }]);
  expect(new Set(events.flatMap((event) => event['item_id'] ?? []))).toEqual(new Set([answer]));
  const announced = events.filter((event) => 'previous_item_id' in event);
  expect(announced.at(-1)).toMatchObject({ previous_item_id: question, item: { id: answer } });
}
