import { describe, expect, it } from '@jest/globals';
import { type AssistantPart, type Message } from '#canonical';
import { encodeReplyRequest } from './converse.js';

const USER: Message = { role: 'user', content: [{ type: 'text', text: 'Hi' }] };
const THOUGHT: AssistantPart = { type: 'reasoning', text: 'Hm.' };
const CALL: AssistantPart = {
  type: 'tool-call',
  id: 'call_1',
  name: 'f',
  arguments: '{}',
  signature: { origin: 'openai-chat', value: 'signed' },
};

function encodeMessages(...messages: Message[]): unknown {
  const body = encodeReplyRequest({ model: 'm', isStreamed: true, messages });
  return (JSON.parse(body.toString()) as { messages: unknown }).messages;
}

describe('the chat request of a response', () => {
  it('has reasoning only with the tool calls it led to', () => {
    const received: Message = { role: 'assistant', content: [THOUGHT, { type: 'text', text: 'Hello.' }] };
    const called: Message = { role: 'assistant', content: [THOUGHT, CALL] };
    expect(encodeMessages(USER, received, USER, called)).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'Hm.',
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'f', arguments: '{}' },
            extra_content: { google: { thought_signature: 'signed' } },
          },
        ],
      },
    ]);
  });

  it('needs input', () => {
    expect(() => encodeMessages()).toThrow(
      expect.objectContaining({ kind: 'invalid-value', param: 'response.input' }),
    );
  });
});
