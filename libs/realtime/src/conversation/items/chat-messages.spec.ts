import { describe, expect, it } from '@jest/globals';
import { type NewItem } from '../protocol/item.js';
import { buildChatMessages } from '../response/chat-request.js';
import { makeItem } from './make-item.js';
import { type StoredItem } from './stored-item.js';

let count = 0;
const stored = (item: NewItem): StoredItem =>
  makeItem(item, (prefix) => `${prefix}_${(count += 1)}`, { type: 'audio/pcm', rate: 24_000 });

const user = (text: string): StoredItem =>
  stored({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
const assistant = (text: string): StoredItem =>
  stored({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
const call = (id: string): StoredItem =>
  stored({ type: 'function_call', call_id: id, name: 'look', arguments: '' });
const output = (id: string): StoredItem =>
  stored({ type: 'function_call_output', call_id: id, output: `saw ${id}` });

const toolCall = (id: string): object => ({ type: 'tool-call', id, name: 'look', arguments: '{}' });
const result = (id: string, text = `saw ${id}`): object => ({
  callId: id,
  name: 'look',
  content: [{ type: 'text', text }],
  isError: false,
});

describe('buildChatMessages', () => {
  it('groups parallel calls, followed by their results', () => {
    expect(buildChatMessages([assistant('So.'), call('a'), call('b'), output('b'), output('a')])).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'So.' }, toolCall('a'), toolCall('b')] },
      { role: 'tool', results: [result('a'), result('b')] },
    ]);
  });

  it('moves a late result to its call, and adds a placeholder if there is none', () => {
    expect(buildChatMessages([call('a'), user('Hm?'), output('a'), call('b')])).toEqual([
      { role: 'assistant', content: [toolCall('a')] },
      { role: 'tool', results: [result('a')] },
      { role: 'user', content: [{ type: 'text', text: 'Hm?' }] },
      { role: 'assistant', content: [toolCall('b')] },
      { role: 'tool', results: [result('b', 'No result yet.')] },
    ]);
  });

  it('omits results of deleted calls, empty messages, and unfinished items', () => {
    const unfinished = assistant('Wor');
    unfinished.item.status = 'in_progress';
    expect(buildChatMessages([output('a'), user(''), assistant(' '), unfinished])).toEqual([]);
  });

  it('includes the reasoning of the model', () => {
    const reasoning = { type: 'reasoning' as const, text: 'hm', signature: { origin: 'x', value: 'y' } };
    const signature = { origin: 'x', value: 'z' };
    const withReasoning = { ...call('a'), reasoning: [reasoning], signature };
    expect(buildChatMessages([withReasoning])[0]).toEqual({
      role: 'assistant',
      content: [reasoning, { ...toolCall('a'), signature }],
    });
  });

  it('includes images and system messages in order', () => {
    const image = stored({
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'low' },
        { type: 'input_image', image_url: 'https://example.com/a.png' },
      ],
    });
    const system = stored({
      type: 'message',
      role: 'system',
      content: [{ type: 'input_text', text: 'Now French.' }],
    });
    expect(buildChatMessages([image, system])).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image', source: { kind: 'bytes', mediaType: 'image/png', base64: 'AAAA' }, detail: 'low' },
          { type: 'image', source: { kind: 'url', url: 'https://example.com/a.png' } },
        ],
      },
      { role: 'system', content: [{ type: 'text', text: 'Now French.' }] },
    ]);
  });
});
