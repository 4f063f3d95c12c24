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

describe('a background response', () => {
  it('contains the settings of its request', () => {
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

  it('runs as a foreground request with the earlier turns', async () => {
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

  it('starts with three events, before those of its output', () => {
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

  it('gives events of the upstream the accepted id and sequence numbers', async () => {
    const events = new background.BackgroundEvents(promised, 3);
    expect(await events.push(event('response.created', { response: { id: 'theirs' } }))).toBeUndefined();
    expect(await events.push(event('response.in_progress', { response: { id: 'theirs' } }))).toBeUndefined();
    expect(await events.push(event('response.output_text.delta', { delta: 'a' }))).toEqual({
      type: 'response.output_text.delta',
      sequence_number: 3,
      delta: 'a',
    });
    expect(events.final).toBeUndefined();
    const last = await events.push(
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

  it('collects the complete items', async () => {
    const events = new background.BackgroundEvents(promised, 3);
    await events.push(event('response.output_item.added', { item: { id: 'a' } }));
    await events.push(event('response.output_item.done', { item: { id: 'a' } }));
    await events.push(event('response.output_item.added', { item: { id: 'b' } }));
    expect(events.output).toEqual([{ id: 'a' }]);
  });
});

describe('encodeStoredEvent', () => {
  it.each([0, 300_000])('writes an event with a text of %d bytes as it is stored', async (length) => {
    const json = JSON.stringify({
      sequence_number: 3,
      type: 'response.output_text.delta',
      delta: `\n${'x'.repeat(length)}`,
    });
    expect((await background.encodeStoredEvent(Buffer.from(json))).toString()).toBe(
      `event: response.output_text.delta\ndata: ${json}\n\n`,
    );
  });
});

describe('readEventsQuery', () => {
  it('parses whether events are requested, and from which one', () => {
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
  ])('rejects %j at %s', (query, param) => {
    expect(() => background.readEventsQuery(query)).toThrow(expect.objectContaining({ param }));
  });
});
