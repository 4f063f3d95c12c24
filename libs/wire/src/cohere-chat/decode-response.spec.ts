import { describe, expect, it } from '@jest/globals';
import {
  type ChatResponse,
  GatewayError,
  type JsonObject,
  type StreamPart,
  collectResponse,
} from '#canonical';
import { STREAMED_RESPONSE, STREAMED_CALLS, WHOLE_RESPONSE, WHOLE_CALLS } from './__fixtures__/answers.js';
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

const START = STREAMED_RESPONSE[0] ?? {};

describe('a response of Cohere chat', () => {
  it('has reasoning, citations and the billed usage', () => {
    expect(egress.decodeResponse(WHOLE_RESPONSE)).toMatchObject({
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
    ['words', STREAMED_RESPONSE, WHOLE_RESPONSE],
    ['calls', STREAMED_CALLS, WHOLE_CALLS],
  ])('is the same if it is streamed: %s', (_name, events, whole) => {
    expect(collect(events)).toEqual(egress.decodeResponse(whole));
    expect(collect([...events, '[DONE]'])).toEqual(egress.decodeResponse(whole));
  });

  it.each([
    ['COMPLETE', 'stop'],
    ['STOP_SEQUENCE', 'stop-sequence'],
    ['MAX_TOKENS', 'length'],
    ['SOMETHING_NEW', 'other'],
  ])('with the finish reason %s is decoded as %s', (raw, kind) => {
    const body = { ...WHOLE_RESPONSE, finish_reason: raw };
    expect(egress.decodeResponse(body).choices[0]?.finish).toEqual({ kind, raw });
    const events = [START, { type: 'message-end', delta: { finish_reason: raw } }];
    expect(collect(events).choices[0]?.finish).toEqual({ kind, raw });
  });

  it('uses the token counts of the model if no billed units are reported', () => {
    const usage = { tokens: { input_tokens: 3, output_tokens: 2 } };
    expect(egress.decodeResponse({ ...WHOLE_RESPONSE, usage }).usage).toMatchObject({
      inputTokens: 3,
      outputTokens: 2,
    });
    expect(egress.decodeResponse({ ...WHOLE_RESPONSE, usage: { tokens: { input_tokens: -1 } } }).usage).toBe(
      undefined,
    );
  });
});

describe('a failed response of Cohere chat', () => {
  it.each([
    ['ERROR', 'upstream-error'],
    ['TIMEOUT', 'upstream-timeout'],
  ])('is an error: %s is %s', (raw, kind) => {
    expect(() => egress.decodeResponse({ ...WHOLE_RESPONSE, finish_reason: raw })).toThrow(
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
    ['is cut off', STREAMED_RESPONSE.slice(0, 4)],
    ['begins in its middle', STREAMED_RESPONSE.slice(1)],
    ['continues a call that it never began', [START, { type: 'tool-call-delta', index: 3, delta: {} }]],
    ['is no JSON', [START, '{"type":']],
    ['is an error', [START, { id: 'x', message: 'internal server error' }]],
  ])('%s', (_name, events) => {
    expect(() => collect(events)).toThrow(GatewayError);
  });

  it('without a message is rejected', () => {
    expect(() => egress.decodeResponse({ text: 'v1' })).toThrow(GatewayError);
  });
});
