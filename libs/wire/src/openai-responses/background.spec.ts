import { describe, expect, it } from '@jest/globals';
import { GatewayError, type JsonObject } from '#canonical';
import * as background from './background.js';

const REQUEST = {
  requestId: 'req_1',
  createdAtSeconds: 1_700_000_000,
  asked: { model: 'm', input: 'Hi', background: true, temperature: 0.5 },
  turns: [],
};

const event = (type: string, fields: JsonObject = {}) => ({
  event: type,
  data: JSON.stringify({ type, sequence_number: 99, ...fields }),
});

describe('a response in the background', () => {
  it('is described with the settings of its request', () => {
    expect(background.describe(REQUEST, 'queued')).toMatchObject({
      id: background.getId(REQUEST),
      created_at: 1_700_000_000,
      status: 'queued',
      background: true,
      model: 'm',
      temperature: 0.5,
      output: [],
    });
  });

  it('is asked for as if somebody waited, with the turns before it', async () => {
    expect(await background.foregroundBody(REQUEST)).toEqual({ model: 'm', input: 'Hi', temperature: 0.5 });
    const turns = [
      {
        input: [{ id: 'i', role: 'user', content: 'A' }],
        output: [{ id: 'o', type: 'reasoning', encrypted_content: 'E' }],
      },
    ];
    expect((await background.foregroundBody({ ...REQUEST, turns }))['input']).toEqual([
      { role: 'user', content: 'A' },
      { type: 'reasoning', encrypted_content: 'E' },
      { type: 'message', role: 'user', content: 'Hi' },
    ]);
  });

  it('begins with three events, and its answer with the next', () => {
    const opening = [...background.acceptedEvents(REQUEST), background.startedEvent(REQUEST)];
    expect(opening.map(({ type, sequence_number: sequence }) => [type, sequence])).toEqual([
      ['response.created', 0],
      ['response.queued', 1],
      ['response.in_progress', 2],
    ]);
    expect(background.FIRST_OUTPUT_SEQUENCE).toBe(opening.length);
  });

  it('fails with an error of the format', () => {
    const error = new GatewayError('upstream-overloaded', 'Too much.');
    expect(background.failedEvent(REQUEST, error, 7)).toMatchObject({
      type: 'response.failed',
      sequence_number: 7,
      response: { status: 'failed', background: true, error: { code: 'server_error', message: 'Too much.' } },
    });
  });
});

describe('BackgroundEvents', () => {
  const promised = background.describe(REQUEST, 'in_progress');

  it('gives events of an upstream the numbers and the name that were promised', () => {
    const events = new background.BackgroundEvents(promised, 3);
    expect(events.push(event('response.created', { response: { id: 'theirs' } }))).toBeUndefined();
    expect(events.push(event('response.in_progress', { response: { id: 'theirs' } }))).toBeUndefined();
    expect(events.push(event('response.output_text.delta', { delta: 'a' }))).toEqual({
      type: 'response.output_text.delta',
      sequence_number: 3,
      delta: 'a',
    });
    expect(events.final).toBeUndefined();
    const last = events.push(
      event('response.completed', {
        response: { id: 'theirs', status: 'completed', created_at: 1, background: false },
      }),
    );
    const response = {
      id: promised['id'],
      status: 'completed',
      created_at: 1_700_000_000,
      background: true,
    };
    expect(last).toEqual({ type: 'response.completed', sequence_number: 4, response });
    expect(events.final).toEqual(response);
    expect(events.sequence).toBe(5);
  });

  it('keeps the items that are whole', () => {
    const events = new background.BackgroundEvents(promised, 3);
    events.push(event('response.output_item.added', { item: { id: 'a' } }));
    events.push(event('response.output_item.done', { item: { id: 'a' } }));
    events.push(event('response.output_item.added', { item: { id: 'b' } }));
    expect(events.output).toEqual([{ id: 'a' }]);
  });
});

describe('readEventsQuery', () => {
  it('tells whether events are asked for, and from where on', () => {
    expect(background.readEventsQuery({})).toBeUndefined();
    expect(background.readEventsQuery({ stream: 'false', starting_after: '3' })).toBeUndefined();
    expect(background.readEventsQuery({ stream: 'true' })).toEqual({ startingAfter: -1 });
    expect(background.readEventsQuery({ stream: 'true', starting_after: '42' })).toEqual({
      startingAfter: 42,
    });
  });

  it.each([
    [{ stream: 'yes' }, 'stream'],
    [{ stream: 'true', starting_after: '-1' }, 'starting_after'],
    [{ stream: 'true', starting_after: ['1', '2'] }, 'starting_after'],
  ])('refuses %j', (query, param) => {
    expect(() => background.readEventsQuery(query)).toThrow(expect.objectContaining({ param }));
  });
});
