import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type ChatResponse, type JsonObject, type StreamPart, collectResponse } from '#canonical';
import { SseDecoder } from '#sse';
import { openAiChatEgress } from './index.js';

function decode(stream: string | Uint8Array): StreamPart[] {
  const decoder = openAiChatEgress.createStreamDecoder();
  const events = new SseDecoder().push(Buffer.from(stream)).flatMap(({ event }) => event ?? []);
  return [...events.flatMap((event) => decoder.push(event)), ...decoder.end()];
}

const decodeFixture = (name: string): ChatResponse =>
  collectResponse(decode(readFileSync(new URL(`__fixtures__/${name}.sse`, import.meta.url))));

const chunk = (choice: JsonObject, rest: JsonObject = {}): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', created: 5, model: 'x', choices: [{ index: 0, ...choice }], ...rest })}\n\n`;
const delta = (content: JsonObject): string => chunk({ delta: content, finish_reason: null });
const STOP = chunk({ delta: {}, finish_reason: 'stop' });
const DONE = 'data: [DONE]\n\n';
const getContent = (...events: string[]) => collectResponse(decode(events.join(''))).choices[0]?.content;
const call = (entry: JsonObject): string => delta({ tool_calls: [entry] });

describe('a recorded stream', () => {
  it('with reasoning, text and interleaved parallel calls', () => {
    expect(decodeFixture('deepseek-tools')).toMatchObject({
      id: 'a1b2',
      model: 'deepseek-chat',
      createdAtSeconds: 1730000000,
      choices: [
        {
          content: [
            { type: 'reasoning', text: 'Two cities.' },
            { type: 'text', text: 'Let me look.' },
            { type: 'tool-call', id: 'call_0_x', name: 'weather', arguments: '{"city":"Oslo"}' },
            { type: 'tool-call', id: 'call_1_y', name: 'weather', arguments: '{"city":"Bergen"}' },
          ],
          finish: { kind: 'tool-calls', raw: 'tool_calls' },
        },
      ],
      usage: { inputTokens: 120, outputTokens: 48, cachedInputTokens: 64, reasoningTokens: 12 },
    });
  });

  it('that starts with a chunk about the prompt', () => {
    expect(decodeFixture('azure-text')).toMatchObject({
      id: 'chatcmpl-Az1',
      choices: [{ content: [{ type: 'text', text: 'Hello there' }], finish: { kind: 'length' } }],
      usage: { inputTokens: 9, outputTokens: 2 },
    });
  });

  it('with signed thinking in fragments', () => {
    const value = JSON.stringify([{ type: 'thinking', thinking: 'hm, yes', signature: 'SIG' }]);
    expect(decodeFixture('proxy-thinking').choices[0]?.content).toEqual([
      { type: 'reasoning', text: 'hm, yes', signature: { origin: 'openai-chat', value } },
      { type: 'text', text: 'Hi' },
    ]);
  });
});

describe('a chat stream', () => {
  it('has one start, which comes first, and one finish per choice', () => {
    const parts = decode(
      [
        delta({ content: 'a' }),
        STOP,
        STOP,
        chunk({ index: 1, delta: { content: 'b' } }),
        chunk({ index: 1, finish_reason: 'stop' }),
        DONE,
      ].join(''),
    );
    expect(parts[0]).toEqual({ type: 'response-start', id: 'chatcmpl-1', model: 'x', createdAtSeconds: 5 });
    expect(parts.filter(({ type }) => type === 'response-start')).toHaveLength(1);
    expect(parts.filter(({ type }) => type === 'finish')).toMatchObject([{ choice: 0 }, { choice: 1 }]);
  });

  it('closes one block before it opens another, so that each can be forwarded at once', () => {
    const types = decode(
      delta({ reasoning: 'r' }) +
        delta({ content: 't' }) +
        call({ index: 0, id: 'c', function: { name: 'f' } }) +
        STOP,
    ).map(({ type }) => type);
    expect(types).toEqual([
      'response-start',
      'reasoning-start',
      'reasoning-delta',
      'reasoning-end',
      'text-start',
      'text-delta',
      'text-end',
      'tool-call-start',
      'tool-call-delta',
      'tool-call-end',
      'finish',
    ]);
  });

  it.each<[string, string[], object[]]>([
    [
      'no arguments at all',
      [call({ index: 0, id: 'a', function: { name: 'f' } })],
      [{ id: 'a', name: 'f', arguments: '{}' }],
    ],
    [
      'arguments before the name',
      [
        call({ index: 0, id: 'a', function: { arguments: '{"x"' } }),
        call({ index: 0, function: { name: 'f', arguments: ':1}' } }),
      ],
      [{ id: 'a', name: 'f', arguments: '{"x":1}' }],
    ],
    [
      'id and name repeated in each fragment',
      [
        call({ index: 0, id: 'a', function: { name: 'f', arguments: '{' } }),
        call({ index: 0, id: 'a', function: { name: 'f', arguments: '}' } }),
      ],
      [{ id: 'a', name: 'f', arguments: '{}' }],
    ],
    [
      'the same index for every call',
      [
        call({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }),
        call({ index: 0, id: 'b', function: { name: 'g', arguments: '[]' } }),
      ],
      [
        { id: 'a', name: 'f' },
        { id: 'b', name: 'g', arguments: '[]' },
      ],
    ],
    [
      'neither index nor id',
      [
        call({ function: { name: 'f', arguments: '{}' } }),
        call({ function: { name: 'g', arguments: '{}' } }),
      ],
      [{ id: expect.stringMatching(/^call_[0-9a-f]{24}$/), name: 'f' }, { name: 'g' }],
    ],
    [
      'arguments as an object',
      [call({ index: 0, id: 'a', function: { name: 'f', arguments: { x: 1 } } })],
      [{ arguments: '{"x":1}' }],
    ],
    [
      'the older shape',
      [
        delta({ function_call: { name: 'f', arguments: '' } }),
        delta({ function_call: { arguments: '{"x":1}' } }),
      ],
      [{ name: 'f', arguments: '{"x":1}' }],
    ],
    [
      'a signature',
      [
        call({
          index: 0,
          id: 'a',
          function: { name: 'f', arguments: '{}' },
          extra_content: { google: { thought_signature: 's' } },
        }),
      ],
      [{ id: 'a', signature: { origin: 'openai-chat', value: 's' } }],
    ],
  ])('with calls that have %s', (_name, events, expected) => {
    expect(getContent(...events, STOP, DONE)).toMatchObject(expected);
    const { choices } = collectResponse(decode(events.join('') + STOP));
    expect(choices[0]?.finish.kind).toBe('tool-calls');
  });

  it('includes thinking blocks that come after the text', () => {
    const blocks = [{ type: 'thinking', thinking: 'hm', signature: 'S' }];
    expect(
      getContent(
        delta({ reasoning_content: 'hm' }),
        delta({ content: 'Hi' }),
        delta({ thinking_blocks: blocks }),
        STOP,
      ),
    ).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Hi' },
      { type: 'reasoning', text: '', signature: { origin: 'openai-chat', value: JSON.stringify(blocks) } },
    ]);
  });

  it('includes images, citations and a refusal', () => {
    const annotations = [
      {
        type: 'url_citation',
        url_citation: { url: 'https://e.com', title: 'E', start_index: 0, end_index: 2 },
      },
    ];
    const images = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgoA' } }];
    expect(
      getContent(
        delta({ content: 'Hi' }),
        delta({ annotations }),
        delta({ images }),
        delta({ refusal: 'No' }),
        STOP,
      ),
    ).toEqual([
      { type: 'text', text: 'Hi', citations: [{ url: 'https://e.com', title: 'E', start: 0, end: 2 }] },
      { type: 'image', source: { kind: 'bytes', mediaType: 'image/png', base64: 'iVBORw0KGgoA' } },
      { type: 'refusal', text: 'No' },
    ]);
  });

  it('is complete with only an end marker, and ignores what follows it', () => {
    const { choices } = collectResponse(decode(delta({ content: 'Hi' }) + DONE + delta({ content: '!' })));
    expect(choices).toMatchObject([{ content: [{ text: 'Hi' }], finish: { kind: 'other' } }]);
  });

  it.each([
    ['', 'upstream-interrupted'],
    [DONE, 'upstream-interrupted'],
    [delta({ content: 'Hi' }), 'upstream-interrupted'],
    ['data: {"id":\n\n', 'upstream-bad-response'],
    ['data: 5\n\n', 'upstream-bad-response'],
    ['data: {"error":{"message":"Busy","code":"server_is_overloaded"}}\n\n', 'upstream-overloaded'],
    ['data: {"error":{"message":"Broken at 10.0.0.1"}}\n\n', 'upstream-error'],
    ['event: error\ndata: {"message":"Broken"}\n\n', 'upstream-error'],
    ['data: {"object":"error","message":"Broken","code":400}\n\n', 'upstream-error'],
  ])('fails at %j with %s', (text, kind) => {
    expect(() => decode(text)).toThrow(expect.objectContaining({ kind }));
    expect(() => decode(text)).not.toThrow('10.0.0.1');
  });
});
