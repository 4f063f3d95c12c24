import { describe, expect, it } from '@jest/globals';
import { thrownError } from './__fixtures__/thrown-error.js';
import { anthropicMessagesTokenCounter as counter } from './index.js';

describe('counting the tokens of a messages request', () => {
  it('finds every text that a model gets to read', () => {
    const { model, texts } = counter.decode({
      model: 'm',
      system: [{ type: 'text', text: 'rules' }],
      tools: [{ name: 'f', description: 'does f', input_schema: { type: 'object' } }],
      messages: [
        { role: 'user', content: 'plain' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'thought', signature: 'long-signature' },
            { type: 'text', text: 'said' },
            { type: 'tool_use', id: 'toolu_1', name: 'f', input: { x: 1 } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'result' }] },
            { type: 'tool_result', tool_use_id: 'toolu_2', content: 'bare result' },
            {
              type: 'document',
              title: 'T',
              source: { type: 'text', media_type: 'text/plain', data: 'document' },
            },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
          ],
        },
      ],
    });
    expect(model).toBe('m');
    expect(texts).toEqual([
      'rules',
      'plain',
      'thought',
      'said',
      'f',
      '{"x":1}',
      'result',
      'bare result',
      'T',
      'document',
      'f',
      'does f',
      '{"type":"object"}',
    ]);
  });

  it('needs no max_tokens, and takes a system prompt that is a string', () => {
    const body = { model: 'm', system: 'rules', messages: [{ role: 'user', content: 'Hi' }] };
    expect(counter.decode(body)).toEqual({ model: 'm', texts: ['rules', 'Hi'] });
  });

  it.each([
    ['model', { messages: [] }],
    ['messages', { model: 'm' }],
  ])('needs %s', (param, body) => {
    expect(thrownError(() => counter.decode(body))).toMatchObject({ kind: 'missing-parameter', param });
  });

  it('answers with the number', () => {
    expect(counter.encode(42)).toEqual({ input_tokens: 42 });
  });
});
