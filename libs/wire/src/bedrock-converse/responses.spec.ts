import { describe, expect, it } from '@jest/globals';
import { type ChatResponse, type JsonObject, collectResponse } from '#canonical';
import { bedrockConverse } from './index.js';

type Event = [name: string, payload: JsonObject];

const START: Event = ['messageStart', { role: 'assistant' }];
const USAGE = { inputTokens: 5, outputTokens: 2, totalTokens: 7 };

function stop(stopReason: string, fields?: JsonObject): Event[] {
  return [
    ['messageStop', { stopReason, ...(fields && { additionalModelResponseFields: fields }) }],
    ['metadata', { usage: USAGE, metrics: { latencyMs: 1 } }],
  ];
}

function stream(events: readonly Event[]): ChatResponse {
  const decoder = bedrockConverse.egress.createStreamDecoder();
  const parts = events.flatMap(([event, payload]) => decoder.push({ event, data: JSON.stringify(payload) }));
  return collectResponse([...parts, ...decoder.end()]);
}

function read(content: JsonObject[], stopReason: string, others: JsonObject = {}): ChatResponse {
  return bedrockConverse.egress.decodeResponse({
    output: { message: { role: 'assistant', content } },
    stopReason,
    usage: USAGE,
    metrics: { latencyMs: 1 },
    ...others,
  });
}

const delta = (contentBlockIndex: number, value: JsonObject): Event => [
  'contentBlockDelta',
  { contentBlockIndex, delta: value },
];
const end = (contentBlockIndex: number): Event => ['contentBlockStop', { contentBlockIndex }];
const startCall = (contentBlockIndex: number, toolUse: JsonObject): Event => [
  'contentBlockStart',
  { contentBlockIndex, start: { toolUse } },
];

const signature = { origin: 'bedrock-converse', value: 'sig' };
const redacted = { origin: 'bedrock-converse', value: 'AAECAw==' };

interface ResponseCase {
  whole: JsonObject[];
  streamed: Event[];
  reason: string;
  content: object[];
  kind: string;
}

/**
 * Each response in both forms. The structures are from the API reference of Amazon Bedrock Runtime, ContentBlock and
 * ContentBlockDelta.
 */
const RESPONSES: Record<string, ResponseCase> = {
  words: {
    whole: [{ text: 'Hello' }],
    streamed: [delta(0, { text: 'Hel' }), delta(0, { text: 'lo' }), end(0)],
    reason: 'end_turn',
    content: [{ type: 'text', text: 'Hello' }],
    kind: 'stop',
  },
  'reasoning and words': {
    whole: [
      { reasoningContent: { reasoningText: { text: 'Hm', signature: 'sig' } } },
      { reasoningContent: { redactedContent: 'AAECAw==' } },
      { text: 'Yes' },
    ],
    streamed: [
      delta(0, { reasoningContent: { text: 'Hm' } }),
      delta(0, { reasoningContent: { signature: 'sig' } }),
      end(0),
      delta(1, { reasoningContent: { redactedContent: 'AAE=' } }),
      delta(1, { reasoningContent: { redactedContent: 'AgM=' } }),
      end(1),
      delta(2, { text: 'Yes' }),
      end(2),
    ],
    reason: 'end_turn',
    content: [
      { type: 'reasoning', text: 'Hm', signature },
      { type: 'reasoning', text: '', isRedacted: true, signature: redacted },
      { type: 'text', text: 'Yes' },
    ],
    kind: 'stop',
  },
  'two calls': {
    whole: [
      { toolUse: { toolUseId: 'a', name: 'find', input: { x: 1 } } },
      { toolUse: { toolUseId: 'b', name: 'now', input: {} } },
    ],
    streamed: [
      startCall(0, { toolUseId: 'a', name: 'find' }),
      delta(0, { toolUse: { input: '{"x"' } }),
      delta(0, { toolUse: { input: ':1}' } }),
      end(0),
      startCall(1, { toolUseId: 'b', name: 'now' }),
      end(1),
    ],
    reason: 'tool_use',
    content: [
      { type: 'tool-call', id: 'a', name: 'find', arguments: '{"x":1}' },
      { type: 'tool-call', id: 'b', name: 'now', arguments: '{}' },
    ],
    kind: 'tool-calls',
  },
  'an answer that was asked for as a call': {
    whole: [{ toolUse: { toolUseId: 'a', name: 'modelgate_json_answer', input: { n: 1 } } }],
    streamed: [
      startCall(0, { toolUseId: 'a', name: 'modelgate_json_answer' }),
      delta(0, { toolUse: { input: '{"n":1}' } }),
      end(0),
    ],
    reason: 'tool_use',
    content: [{ type: 'text', text: '{"n":1}' }],
    kind: 'stop',
  },
  'a search that the service made': {
    whole: [
      { toolUse: { toolUseId: 'a', name: 'nova_grounding', type: 'server_tool_use', input: {} } },
      { toolResult: { toolUseId: 'a', content: [] } },
      {
        citationsContent: {
          content: [{ text: 'It rains' }],
          citations: [
            { title: 'W', location: { web: { url: 'https://w.example' } } },
            { location: { documentChar: { documentIndex: 0 } } },
          ],
        },
      },
    ],
    streamed: [
      startCall(0, { toolUseId: 'a', name: 'nova_grounding', type: 'server_tool_use' }),
      delta(0, { toolUse: { input: '{}' } }),
      end(0),
      ['contentBlockStart', { contentBlockIndex: 1, start: { toolResult: { toolUseId: 'a' } } }],
      delta(1, { toolResult: [{ text: 'x' }] }),
      end(1),
      delta(2, { text: 'It rains' }),
      delta(2, { citation: { title: 'W', location: { web: { url: 'https://w.example' } } } }),
      end(2),
    ],
    reason: 'end_turn',
    content: [
      {
        type: 'text',
        text: 'It rains',
        citations: [{ url: 'https://w.example', title: 'W', start: 0, end: 8 }],
      },
    ],
    kind: 'stop',
  },
  'an image': {
    whole: [{ image: { format: 'webp', source: { bytes: 'AAECAw==' } } }],
    streamed: [
      ['contentBlockStart', { contentBlockIndex: 0, start: { image: { format: 'webp' } } }],
      delta(0, { image: { source: { bytes: 'AAE=' } } }),
      delta(0, { image: { source: { bytes: 'AgM=' } } }),
      end(0),
    ],
    reason: 'end_turn',
    content: [{ type: 'image', source: { kind: 'bytes', mediaType: 'image/webp', base64: 'AAECAw==' } }],
    kind: 'stop',
  },
};

describe.each(Object.entries(RESPONSES))('%s', (_what, { whole, streamed, reason, content, kind }) => {
  const choices = [{ index: 0, content, finish: { kind, raw: reason } }];

  it('is decoded from a complete response', () => {
    expect(read(whole, reason)).toMatchObject({ choices, usage: { inputTokens: 5, outputTokens: 2 } });
  });

  it('is decoded from a stream', () => {
    expect(stream([START, ...streamed, ...stop(reason)])).toMatchObject({
      choices,
      usage: { inputTokens: 5, outputTokens: 2 },
    });
  });
});

describe('the stop reason', () => {
  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop-sequence'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['guardrail_intervened', 'content-filter'],
    ['content_filtered', 'content-filter'],
    ['malformed_model_output', 'other'],
    ['malformed_tool_use', 'other'],
    ['something_new', 'other'],
  ])('%s is %s', (reason, kind) => {
    expect(read([{ text: 'a' }], reason).choices[0]?.finish).toEqual({ kind, raw: reason });
    expect(stream([START, delta(0, { text: 'a' }), ...stop(reason)]).choices[0]?.finish.kind).toBe(kind);
  });

  it('has the stop sequence if it was requested', () => {
    const finish = { kind: 'stop-sequence', raw: 'stop_sequence', stopSequence: 'END' };
    const others = { additionalModelResponseFields: { stop_sequence: 'END' } };
    expect(read([{ text: 'a' }], 'stop_sequence', others).choices[0]?.finish).toEqual(finish);
    const events = [START, ...stop('stop_sequence', { delta: { stop_sequence: 'END' } })];
    expect(stream(events).choices[0]?.finish).toEqual(finish);
  });
});

it('usage includes cache reads, and cache writes by lifetime', () => {
  const usage = {
    ...USAGE,
    cacheReadInputTokens: 100,
    cacheWriteInputTokens: 30,
    cacheDetails: [
      { ttl: '5m', inputTokens: 10 },
      { ttl: '1h', inputTokens: 20 },
    ],
  };
  expect(read([{ text: 'a' }], 'end_turn', { usage, serviceTier: { type: 'flex' } })).toMatchObject({
    serviceTier: 'flex',
    usage: {
      inputTokens: 135,
      outputTokens: 2,
      cachedInputTokens: 100,
      cacheWriteTokens: 30,
      cacheWrite1hTokens: 20,
      serviceTier: 'flex',
      raw: usage,
    },
  });
});

describe('an invalid stream', () => {
  it.each<[string, Event[], string, string]>([
    ['is cut off', [START, delta(0, { text: 'a' })], 'upstream-interrupted', 'before it was complete'],
    ['begins in the middle', [delta(0, { text: 'a' })], 'upstream-bad-response', 'before the start'],
    [
      'is throttled',
      [START, ['throttlingException', { message: 'Too many tokens, please wait.' }]],
      'upstream-overloaded',
      'Too many tokens',
    ],
    [
      'fails',
      [START, ['modelStreamErrorException', { message: 'Broken', originalStatusCode: 500 }]],
      'upstream-error',
      'Broken',
    ],
  ])('%s', (_what, events, kind, message) => {
    expect(() => stream(events)).toThrow(
      expect.objectContaining({ kind, message: expect.stringContaining(message) }),
    );
  });

  it('has only started until its first content', () => {
    const decoder = bedrockConverse.egress.createStreamDecoder();
    decoder.push({ event: 'messageStart', data: '{"role":"assistant"}' });
    expect(decoder.isOnlyAnnounced).toBe(true);
    decoder.push({ event: 'contentBlockDelta', data: '{"contentBlockIndex":0,"delta":{"text":"a"}}' });
    expect(decoder.isOnlyAnnounced).toBe(false);
  });

  it.each(['{', '[]'])('with the payload %s is rejected', (data) => {
    const decoder = bedrockConverse.egress.createStreamDecoder();
    expect(() => decoder.push({ event: 'messageStop', data })).toThrow('The provider sent an event');
  });
});

it.each<JsonObject>([{}, { output: {} }, { output: { message: { content: 'x' } } }])(
  '%j is not a response',
  (body) => {
    expect(() => bedrockConverse.egress.decodeResponse(body)).toThrow('could not be parsed');
  },
);
