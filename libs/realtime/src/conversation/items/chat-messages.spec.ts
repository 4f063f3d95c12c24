import { describe, expect, it } from '@jest/globals';
import { type NewItem } from '../protocol/item.js';
import { chatMessages } from '../response/chat-request.js';
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

describe('the conversation as a chat model reads it', () => {
  it('keeps parallel calls together, with their results behind them', () => {
    expect(chatMessages([assistant('So.'), call('a'), call('b'), output('b'), output('a')])).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'So.' }, toolCall('a'), toolCall('b')] },
      { role: 'tool', results: [result('a'), result('b')] },
    ]);
  });

  it('puts a late result where it belongs, and says where there is none', () => {
    expect(chatMessages([call('a'), user('Hm?'), output('a'), call('b')])).toEqual([
      { role: 'assistant', content: [toolCall('a')] },
      { role: 'tool', results: [result('a')] },
      { role: 'user', content: [{ type: 'text', text: 'Hm?' }] },
      { role: 'assistant', content: [toolCall('b')] },
      { role: 'tool', results: [result('b', 'There is no result yet.')] },
    ]);
  });

  it('leaves out results of calls that are gone, empty messages, and what is not finished', () => {
    const unfinished = assistant('Wor');
    unfinished.item.status = 'in_progress';
    expect(chatMessages([output('a'), user(''), assistant(' '), unfinished])).toEqual([]);
  });

  it('shows the model its own thoughts again', () => {
    const thought = { type: 'reasoning' as const, text: 'hm', signature: { origin: 'x', value: 'y' } };
    const signature = { origin: 'x', value: 'z' };
    const thoughtful = { ...call('a'), thoughts: [thought], signature };
    expect(chatMessages([thoughtful])[0]).toEqual({
      role: 'assistant',
      content: [thought, { ...toolCall('a'), signature }],
    });
  });

  it('shows images and system messages in their place', () => {
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
    expect(chatMessages([image, system])).toEqual([
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
