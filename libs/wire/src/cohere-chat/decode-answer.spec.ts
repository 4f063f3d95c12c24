import { describe, expect, it } from '@jest/globals';
import {
  type ChatResponse,
  GatewayError,
  type JsonObject,
  type StreamPart,
  collectResponse,
} from '#canonical';
import { STREAMED_ANSWER, STREAMED_CALLS, WHOLE_ANSWER, WHOLE_CALLS } from './__fixtures__/answers.js';
import { cohereChat } from './index.js';

const { egress } = cohereChat;

function decodeStream(events: readonly (JsonObject | string)[]): StreamPart[] {
  const decoder = egress.createStreamDecoder();
  const parts = events.flatMap((event) =>
    decoder.push({ data: typeof event === 'string' ? event : JSON.stringify(event) }),
  );
  return [...parts, ...decoder.end()];
}

const collect = (events: readonly (JsonObject | string)[]): ChatResponse =>
  collectResponse(decodeStream(events));

const START = STREAMED_ANSWER[0] ?? {};

describe('an answer of Cohere chat', () => {
  it('is read with its thoughts, its citations and what is billed', () => {
    expect(egress.decodeResponse(WHOLE_ANSWER)).toMatchObject({
      id: 'c14c80c3-18eb-4519-9460-6c92edd8cfb4',
      choices: [
        {
          content: [
            { type: 'reasoning', text: 'Which one?' },
            {
              type: 'text',
              text: 'Oslo it is.',
              citations: [{ url: 'https://example.com/oslo', title: 'Oslo', start: 0, end: 4 }],
            },
          ],
          finish: { kind: 'stop', raw: 'COMPLETE' },
        },
      ],
      usage: { inputTokens: 12, outputTokens: 9, cachedInputTokens: 4 },
    });
  });

  it('has a plan for its calls, and calls with arguments', () => {
    expect(egress.decodeResponse(WHOLE_CALLS).choices[0]).toMatchObject({
      content: [
        { type: 'reasoning', text: 'I will look at both.' },
        { type: 'tool-call', id: 'get_weather_x1', name: 'get_weather', arguments: '{"city": "Oslo"}' },
        { type: 'tool-call', id: 'now_x2', name: 'now', arguments: '{}' },
      ],
      finish: { kind: 'tool-calls' },
    });
  });

  it.each([
    ['words', STREAMED_ANSWER, WHOLE_ANSWER],
    ['calls', STREAMED_CALLS, WHOLE_CALLS],
  ])('is the same when it is streamed: %s', (_name, events, whole) => {
    expect(collect(events)).toEqual(egress.decodeResponse(whole));
    expect(collect([...events, '[DONE]'])).toEqual(egress.decodeResponse(whole));
  });

  it.each([
    ['COMPLETE', 'stop'],
    ['STOP_SEQUENCE', 'stop-sequence'],
    ['MAX_TOKENS', 'length'],
    ['SOMETHING_NEW', 'other'],
  ])('ends with %s', (raw, kind) => {
    const body = { ...WHOLE_ANSWER, finish_reason: raw };
    expect(egress.decodeResponse(body).choices[0]?.finish).toEqual({ kind, raw });
    const events = [START, { type: 'message-end', delta: { finish_reason: raw } }];
    expect(collect(events).choices[0]?.finish).toEqual({ kind, raw });
  });

  it('is counted by what the model has seen where nothing is billed', () => {
    const usage = { tokens: { input_tokens: 3, output_tokens: 2 } };
    expect(egress.decodeResponse({ ...WHOLE_ANSWER, usage }).usage).toMatchObject({
      inputTokens: 3,
      outputTokens: 2,
    });
    expect(egress.decodeResponse({ ...WHOLE_ANSWER, usage: { tokens: { input_tokens: -1 } } }).usage).toBe(
      undefined,
    );
  });
});

describe('an answer of Cohere chat that fails', () => {
  it.each([
    ['ERROR', 'upstream-error'],
    ['TIMEOUT', 'upstream-timeout'],
  ])('says so: %s', (raw, kind) => {
    expect(() => egress.decodeResponse({ ...WHOLE_ANSWER, finish_reason: raw })).toThrow(
      expect.objectContaining({ kind }),
    );
    const decoder = egress.createStreamDecoder();
    decoder.push({ data: JSON.stringify(START) });
    const usage = { billed_units: { input_tokens: 5, output_tokens: 1 } };
    const last = { type: 'message-end', delta: { finish_reason: raw, error: 'out of memory', usage } };
    expect(() => decoder.push({ data: JSON.stringify(last) })).toThrow(expect.objectContaining({ kind }));
    expect(decoder.end()).toMatchObject([{ type: 'usage', usage: { inputTokens: 5, outputTokens: 1 } }]);
  });

  it.each<[string, (JsonObject | string)[]]>([
    ['is cut off', STREAMED_ANSWER.slice(0, 4)],
    ['begins in its middle', STREAMED_ANSWER.slice(1)],
    ['continues a call that it never began', [START, { type: 'tool-call-delta', index: 3, delta: {} }]],
    ['is no JSON', [START, '{"type":']],
    ['is an error', [START, { id: 'x', message: 'internal server error' }]],
  ])('%s', (_name, events) => {
    expect(() => collect(events)).toThrow(GatewayError);
  });

  it('has no message', () => {
    expect(() => egress.decodeResponse({ text: 'v1' })).toThrow(GatewayError);
  });
});
