import { describe, expect, it } from '@jest/globals';
import { SessionHarness } from './__fixtures__/session-harness.js';
import { type ClientEvent, type ServerEvent } from './protocol/events.js';

function create(id: string | undefined, previousItemId?: string | null): ClientEvent {
  const content = [{ type: 'input_text' as const, text: id ?? 'text' }];
  const item = { id, type: 'message' as const, role: 'user' as const, content };
  return { type: 'conversation.item.create', event_id: 'mine', item, previous_item_id: previousItemId };
}

async function readOrder(harness: SessionHarness): Promise<string[]> {
  await harness.send({
    type: 'response.create',
    response: { conversation: 'none', output_modalities: ['text'] },
  });
  return harness.conversation.request.messages.map(({ role, ...message }) =>
    role === 'user' ? JSON.stringify(message).replace(/.*"text":"(\w+)".*/u, '$1') : role,
  );
}

function errorsIn(events: readonly ServerEvent[]): unknown[] {
  return events.map(({ error }) => error);
}

describe('items of a conversation', () => {
  it('are added and done, with their predecessors', async () => {
    const harness = new SessionHarness();
    const item = {
      id: 'item_1',
      object: 'realtime.item',
      type: 'message',
      status: 'completed',
      role: 'user',
      content: [{ type: 'input_text', text: 'text' }],
    };
    expect(await harness.send(create(undefined))).toEqual([
      { type: 'conversation.item.added', event_id: 'event_1', previous_item_id: null, item },
      { type: 'conversation.item.done', event_id: 'event_2', previous_item_id: null, item },
    ]);
  });

  it('are inserted at the end, at the front, or after another', async () => {
    const harness = new SessionHarness();
    const events = await harness.send(create('a'), create('b', null), create('c', 'root'), create('d', 'a'));
    const added = events.filter(({ type }) => type === 'conversation.item.added');
    expect(added.map((event) => event['previous_item_id'])).toEqual([null, 'a', null, 'a']);
    expect(await readOrder(harness)).toEqual(['c', 'a', 'd', 'b']);
  });

  it('are rejected with an existing id, or after an unknown one', async () => {
    const harness = new SessionHarness();
    const [, , ...events] = await harness.send(create('a'), create('a'), create('b', 'nobody'));
    expect(errorsIn(events)).toMatchObject([
      { code: 'item_create_duplicate_item_id', param: 'item.id', event_id: 'mine' },
      { code: 'item_create_invalid_previous_item_id', param: 'previous_item_id', event_id: 'mine' },
    ]);
    expect(await readOrder(harness)).toEqual(['a']);
  });

  it('are rejected as the result of an unknown call', async () => {
    const harness = new SessionHarness();
    const item = { type: 'function_call_output' as const, call_id: 'call_9', output: '' };
    expect(errorsIn(await harness.send({ type: 'conversation.item.create', item }))).toMatchObject([
      { code: 'invalid_tool_call_id', param: 'item.call_id' },
    ]);
  });

  it('are rejected if they belong to tools that run elsewhere', async () => {
    const harness = new SessionHarness();
    const item = { type: 'mcp_call' as const };
    expect(errorsIn(await harness.send({ type: 'conversation.item.create', item }))).toMatchObject([
      { code: 'unsupported-parameter', param: 'item.type' },
    ]);
  });

  it('can be retrieved and deleted', async () => {
    const harness = new SessionHarness();
    await harness.send(create('a'), create('b'));
    const [retrieved, deleted] = await harness.send(
      { type: 'conversation.item.retrieve', item_id: 'a' },
      { type: 'conversation.item.delete', item_id: 'a' },
    );
    expect(retrieved).toMatchObject({ type: 'conversation.item.retrieved', item: { id: 'a', role: 'user' } });
    expect(deleted).toMatchObject({ type: 'conversation.item.deleted', item_id: 'a' });
    expect(await readOrder(harness)).toEqual(['b']);
  });

  it('that do not exist have specific errors', async () => {
    const harness = new SessionHarness();
    const events = await harness.send(
      { type: 'conversation.item.retrieve', item_id: 'x' },
      { type: 'conversation.item.delete', item_id: 'x' },
      { type: 'conversation.item.truncate', item_id: 'x', content_index: 0, audio_end_ms: 0 },
      { type: 'response.create', response: { input: [{ type: 'item_reference', id: 'x' }] } },
    );
    expect(errorsIn(events)).toMatchObject([
      { code: 'item_retrieve_invalid_item_id', param: 'item_id' },
      { code: 'item_delete_invalid_item_id', param: 'item_id' },
      { code: 'item_truncate_invalid_item_id', param: 'item_id' },
      { code: 'invalid_item_reference', param: 'response.input[0].id' },
    ]);
  });

  it('are limited in number and size', async () => {
    const harness = new SessionHarness({ limits: { maxItems: 2, maxConversationBytes: 10 } });
    const [, , tooLarge] = await harness.send(create('a'), create('much-too-large'));
    expect(tooLarge).toMatchObject({ type: 'error', error: { code: 'conversation_full' } });
    const [, , tooMany] = await harness.send(create('b'), create('c'));
    expect(tooMany).toMatchObject({ type: 'error', error: { code: 'conversation_full' } });
    expect(errorsIn(await harness.send({ type: 'response.create' }))).toMatchObject([
      { code: 'conversation_full' },
    ]);
    await harness.send({ type: 'conversation.item.delete', item_id: 'a' });
    expect(await harness.send({ type: 'response.create' })).toMatchObject([{ type: 'response.created' }]);
  });

  it('reject clearing the output buffer over a WebSocket, and unknown events', async () => {
    const harness = new SessionHarness();
    const events = await harness.send({ type: 'output_audio_buffer.clear', event_id: 'mine' }, {
      type: 'dance',
    } as unknown as ClientEvent);
    expect(errorsIn(events)).toMatchObject([
      { code: 'invalid-value', param: 'type', event_id: 'mine' },
      { code: 'invalid-value', param: 'type', event_id: null },
    ]);
  });
});
