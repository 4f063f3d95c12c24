import { describe, expect, it } from '@jest/globals';
import { type JsonObject } from '#canonical';
import { anthropicMessagesTokenCounter as counter } from './index.js';

const getTexts = (body: JsonObject): string[] => counter.getTexts(body, {});

describe('counting the tokens of a messages request', () => {
  it('finds every text that the model receives', () => {
    const texts = getTexts({
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

  it('accepts a missing max_tokens, and a system prompt as a string', () => {
    const body = { model: 'm', system: 'rules', messages: [{ role: 'user', content: 'Hi' }] };
    expect(getTexts(body)).toEqual(['rules', 'Hi']);
  });

  it('converts between the request for a message and the request for its token count', () => {
    const asked = Buffer.from(
      ' { "model":"m", "thinking":{"type":"enabled","budget_tokens":2048},"messages":[] }',
    );
    const { body } = counter.open(asked);
    expect(JSON.parse(body.toString())).toMatchObject({ max_tokens: 3072, model: 'm' });
    expect(counter.open(body).body).toBe(body);
    expect(counter.open(Buffer.from('{}')).body.toString()).toBe('{"max_tokens":1024}');
    const answerable = Buffer.from(
      '{"stream":true,"model":"m","temperature":1,"messages":[1.0],"max_tokens":5}',
    );
    expect(counter.encodeRequest(answerable, 'm').toString()).toBe('{"model":"m","messages":[1.0]}');
  });

  it('decodes and encodes the count', () => {
    expect(counter.encodeCount(42)).toEqual({ input_tokens: 42 });
    expect(counter.decodeCount({ input_tokens: 42 })).toBe(42);
    expect(counter.decodeCount({ input_tokens: -1 })).toBeUndefined();
    expect(counter.decodeCount({ totalTokens: 42 })).toBeUndefined();
  });
});
