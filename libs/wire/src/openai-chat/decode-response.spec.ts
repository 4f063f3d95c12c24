import { describe, expect, it } from '@jest/globals';
import { type JsonObject } from '#canonical';
import { openAiChatEgress } from './index.js';

const decode = (message: JsonObject, finishReason = 'stop') =>
  openAiChatEgress.decodeResponse({
    id: 'x',
    model: 'y',
    created: 5,
    choices: [{ index: 0, message, finish_reason: finishReason }],
  }).choices[0];

describe('the response of a chat upstream', () => {
  it.each<[JsonObject, object[]]>([
    [{ content: 'hi', refusal: null }, [{ type: 'text', text: 'hi' }]],
    [
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      [{ type: 'text', text: 'ab' }],
    ],
    [{ content: '', reasoning: 'hm' }, [{ type: 'reasoning', text: 'hm' }]],
    [{ content: null, refusal: 'no' }, [{ type: 'refusal', text: 'no' }]],
    [
      { content: null, function_call: { name: 'f', arguments: '' } },
      [{ type: 'tool-call', id: expect.stringMatching(/^call_/), name: 'f', arguments: '{}' }],
    ],
    [
      { tool_calls: [{ id: 'a', function: { name: 'f', arguments: { x: 1 } } }] },
      [{ type: 'tool-call', id: 'a', name: 'f', arguments: '{"x":1}' }],
    ],
    [
      { content: null, audio: { id: 'audio_1', data: 'AAAA', transcript: 'hi', expires_at: 9 } },
      [
        {
          type: 'audio',
          id: 'audio_1',
          transcript: 'hi',
          source: { kind: 'bytes', mediaType: 'application/octet-stream', base64: 'AAAA' },
        },
      ],
    ],
    [
      { content: 'hi', thinking_blocks: [{ type: 'redacted_thinking', data: 'd' }] },
      [
        {
          type: 'reasoning',
          text: '',
          signature: { origin: 'openai-chat', value: '[{"type":"redacted_thinking","data":"d"}]' },
        },
        { type: 'text', text: 'hi' },
      ],
    ],
  ])('%j', (message, content) => {
    expect(decode(message)?.content).toEqual(content);
  });

  it.each([
    ['stop', {}, 'stop'],
    ['length', {}, 'length'],
    ['tool_calls', {}, 'tool-calls'],
    ['function_call', {}, 'tool-calls'],
    ['content_filter', {}, 'content-filter'],
    ['eos', {}, 'other'],
    ['stop', { refusal: 'no' }, 'refusal'],
    ['stop', { tool_calls: [{ function: { name: 'f' } }] }, 'tool-calls'],
    ['length', { tool_calls: [{ function: { name: 'f' } }] }, 'length'],
  ])('with the finish reason %s and %j is decoded as %s', (raw, message, kind) => {
    expect(decode(message, raw)?.finish).toEqual({ kind, raw });
  });

  it('with a finish reason of its server', () => {
    const choices = [{ index: 0, message: { content: 'hi' }, finish_reason: 'full' }];
    const habits = { finishReasons: { full: 'length' } } as const;
    expect(openAiChatEgress.decodeResponse({ choices }, habits).choices[0]?.finish).toEqual({
      kind: 'length',
      raw: 'full',
    });
  });

  it.each<[JsonObject]>([[{}], [{ choices: [] }], [{ choices: [{ index: 0 }] }]])('%j is none', (body) => {
    expect(() => openAiChatEgress.decodeResponse(body)).toThrow(
      expect.objectContaining({ kind: 'upstream-bad-response' }),
    );
  });
});
