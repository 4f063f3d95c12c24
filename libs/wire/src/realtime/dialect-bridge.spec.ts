import { describe, expect, it } from '@jest/globals';
import { CLIENT_EVENTS } from './__fixtures__/client-events.js';
import { DialectBridge } from './dialect-bridge.js';

type Event = Record<string, unknown> & { type: string };

const messageItem = (status: string, content: object[] = []): object => ({
  id: 'msg',
  object: 'realtime.item',
  type: 'message',
  role: 'assistant',
  status,
  content,
});
const received = (bridge: DialectBridge, events: readonly Event[]): Event[] =>
  events
    .flatMap((event) => bridge.toClient(JSON.stringify(event)))
    .map((frame) => JSON.parse(frame) as Event);
const getTypes = (events: readonly Event[]): string[] => events.map(({ type }) => type);

describe('a beta client at a GA upstream', () => {
  it('has its events translated', () => {
    const bridge = new DialectBridge('beta');
    for (const { ga, beta } of CLIENT_EVENTS) {
      expect(bridge.toUpstream(JSON.stringify(beta)).map((frame) => JSON.parse(frame))).toEqual([ga]);
    }
  });

  it('has its temperature removed', () => {
    const bridge = new DialectBridge('beta');
    const update = { type: 'session.update', session: { temperature: 0.7, voice: 'ash' } };
    const create = { type: 'response.create', response: { temperature: 0.7 } };
    expect([update, create].flatMap((event) => bridge.toUpstream(JSON.stringify(event)))).toEqual([
      '{"type":"session.update","session":{"type":"realtime","audio":{"output":{"voice":"ash"}}}}',
      '{"type":"response.create","response":{}}',
    ]);
  });

  it('receives a complete response in the order of its dialect', () => {
    const events = received(new DialectBridge('beta'), [
      { type: 'session.created', session: { type: 'realtime', id: 's' } },
      { type: 'conversation.item.added', item: { id: 'user', role: 'user', content: [] } },
      { type: 'conversation.item.done', item: { id: 'user', role: 'user', content: [] } },
      { type: 'response.created', response: { id: 'r', conversation_id: 'conv_upstream' } },
      { type: 'response.output_item.added', item: messageItem('in_progress') },
      { type: 'conversation.item.added', item: messageItem('in_progress') },
      { type: 'response.content_part.added', part: { type: 'text', text: '' } },
      { type: 'response.output_text.delta', delta: 'Hi' },
      { type: 'response.output_text.done', text: 'Hi' },
      { type: 'response.content_part.done', part: { type: 'text', text: 'Hi' } },
      { type: 'conversation.item.done', item: messageItem('completed') },
      { type: 'response.output_item.done', item: messageItem('completed') },
      { type: 'response.done', response: { id: 'r', conversation_id: 'conv_upstream' } },
    ]);
    expect(getTypes(events)).toEqual([
      'session.created',
      'conversation.created',
      'conversation.item.created',
      'response.created',
      'response.output_item.added',
      'conversation.item.created',
      'response.content_part.added',
      'response.text.delta',
      'response.text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.done',
    ]);
  });

  it('receives one conversation id', () => {
    const [, created, , response, aside] = received(new DialectBridge('beta'), [
      { type: 'session.created', session: { type: 'realtime' } },
      { type: 'conversation.created', conversation: { id: 'conv_upstream' } },
      { type: 'rate_limits.updated' },
      { type: 'response.done', response: { conversation_id: 'conv_upstream' } },
      { type: 'response.done', response: { conversation_id: null } },
    ]);
    const id = (created?.['conversation'] as { id: string } | undefined)?.id;
    expect(id).toMatch(/^conv_\w+$/);
    expect(response?.['response']).toEqual({ conversation_id: id });
    expect(aside?.['response']).toEqual({ conversation_id: null });
  });

  it('receives an item that is complete at once', () => {
    const item = { id: 'i', type: 'function_call_output' };
    const done = { type: 'conversation.item.done', item };
    expect(received(new DialectBridge('beta'), [done])).toEqual([
      { ...done, type: 'conversation.item.created' },
    ]);
  });

  it('receives an item again that was deleted and added again', () => {
    const item = { id: 'i', type: 'message' };
    const events = received(new DialectBridge('beta'), [
      { type: 'conversation.item.added', item },
      { type: 'conversation.item.deleted', item_id: 'i' },
      { type: 'conversation.item.done', item },
    ]);
    expect(getTypes(events)).toEqual([
      'conversation.item.created',
      'conversation.item.deleted',
      'conversation.item.created',
    ]);
  });

  it('has no conversation in a transcription session', () => {
    const events = received(new DialectBridge('beta'), [
      { type: 'session.created', session: { type: 'transcription' } },
    ]);
    expect(getTypes(events)).toEqual(['transcription_session.created']);
  });
});

describe('a GA client at a beta upstream', () => {
  it('has its events translated', () => {
    const bridge = new DialectBridge('ga');
    for (const { ga, beta } of CLIENT_EVENTS) {
      expect(bridge.toUpstream(JSON.stringify(ga)).map((frame) => JSON.parse(frame))).toEqual([beta]);
    }
  });

  it('receives a complete response in the order of its dialect', () => {
    const finished = messageItem('completed', [{ type: 'text', text: 'Hi' }]);
    const events = received(new DialectBridge('ga'), [
      { type: 'session.created', session: { id: 's', temperature: 0.8, client_secret: null } },
      { type: 'conversation.created', conversation: { id: 'conv' } },
      { type: 'conversation.item.created', item: { id: 'user', role: 'user', status: 'completed' } },
      { type: 'response.created', response: { id: 'r', temperature: 0.8 } },
      { type: 'response.output_item.added', item: messageItem('in_progress') },
      { type: 'conversation.item.created', previous_item_id: 'user', item: messageItem('in_progress') },
      { type: 'response.text.delta', delta: 'Hi' },
      { type: 'response.text.done', text: 'Hi' },
      { type: 'response.output_item.done', item: finished },
      { type: 'response.done', response: { id: 'r', output: [finished] } },
    ]);
    expect(getTypes(events)).toEqual([
      'session.created',
      'conversation.item.added',
      'conversation.item.done',
      'response.created',
      'response.output_item.added',
      'conversation.item.added',
      'response.output_text.delta',
      'response.output_text.done',
      'conversation.item.done',
      'response.output_item.done',
      'response.done',
    ]);
    expect(events[0]?.['session']).toEqual({ type: 'realtime', id: 's' });
    expect(events[3]?.['response']).toEqual({ id: 'r' });
    expect(events[8]).toMatchObject({
      previous_item_id: 'user',
      item: messageItem('completed', [{ type: 'output_text', text: 'Hi' }]),
    });
  });

  it('receives no conversation events if a response is not part of it', () => {
    const events = received(new DialectBridge('ga'), [
      { type: 'response.output_item.added', item: messageItem('in_progress') },
      { type: 'response.output_item.done', item: messageItem('completed') },
    ]);
    expect(getTypes(events)).toEqual(['response.output_item.added', 'response.output_item.done']);
  });

  it('receives nothing more of an item that was deleted during its generation', () => {
    const events = received(new DialectBridge('ga'), [
      { type: 'conversation.item.created', item: messageItem('in_progress') },
      { type: 'conversation.item.deleted', item_id: 'msg' },
      { type: 'response.output_item.done', item: messageItem('incomplete') },
    ]);
    expect(getTypes(events)).toEqual([
      'conversation.item.added',
      'conversation.item.deleted',
      'response.output_item.done',
    ]);
  });

  it('receives the name of the called function', () => {
    const item = { id: 'fc', type: 'function_call', name: 'f', call_id: 'c' };
    const done = { type: 'response.function_call_arguments.done', item_id: 'fc', arguments: '{}' };
    const other = { ...done, item_id: 'unknown' };
    const events = received(new DialectBridge('ga'), [
      { type: 'response.output_item.added', item },
      done,
      other,
    ]);
    expect(events.slice(1)).toEqual([{ ...done, name: 'f' }, other]);
  });
});

describe('a frame that is not an event', () => {
  it.each(['', 'not JSON', '[]', '{}', '{"type":7}'])('%j is forwarded unchanged', (frame) => {
    for (const client of ['ga', 'beta'] as const) {
      const bridge = new DialectBridge(client);
      expect([bridge.toUpstream(frame), bridge.toClient(frame)]).toEqual([[frame], [frame]]);
    }
  });
});
