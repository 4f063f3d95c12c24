import { GatewayError } from '#canonical';
import { type SseBlock, SseDecoder } from '#sse';
import { describe, expect, it } from '@jest/globals';
import { readUsage } from '../openai-responses/usage.js';
import { TypedEventTap, encodeTypedError, encodeTypedEvent } from './typed-event-tap.js';

const newTap = (): TypedEventTap =>
  new TypedEventTap({
    isTerminal: (type) => type === 'thing.done',
    readUsage: ({ usage }) => readUsage(usage),
    secrets: ['sk-secret-key'],
  });

const getBlocks = (text: string): SseBlock[] => new SseDecoder().push(Buffer.from(text));

const pushAll = (tap: TypedEventTap, text: string): string =>
  Buffer.concat(getBlocks(text).map((block) => tap.push(block))).toString();

describe('TypedEventTap', () => {
  it('forwards every byte and detects the last event', () => {
    const tap = newTap();
    const opening = ': hello\n\nevent: thing.delta\r\ndata: {"type":"thing.delta","x":"\\u00e9"}\r\n\r\n';
    expect(pushAll(tap, opening)).toBe(opening);
    expect(tap).toMatchObject({ isTerminated: false, isComplete: false });
    pushAll(tap, 'data: {"type":"thing.done","usage":{"input_tokens":3,"output_tokens":4}}\n\n');
    expect(tap).toMatchObject({
      isTerminated: true,
      isComplete: true,
      usage: { inputTokens: 3, outputTokens: 4 },
    });
  });

  it("uses the event's name if it has no type", () => {
    const tap = newTap();
    pushAll(tap, 'event: thing.done\ndata: {}\n\n');
    expect(tap.isComplete).toBe(true);
  });

  it('does not treat the end of the connection as a complete response', () => {
    const tap = newTap();
    pushAll(tap, 'data: {"type":"thing.delta"}\n\ndata: [DONE]\n\n');
    expect(tap).toMatchObject({ isTerminated: true, isComplete: false });
  });

  it('ignores usage with impossible numbers', () => {
    const tap = newTap();
    pushAll(tap, 'data: {"type":"thing.done","usage":{"input_tokens":-3,"output_tokens":4}}\n\n');
    expect(tap.usage).toBeUndefined();
  });

  it.each([
    'event: error\ndata: {"message":"Busy with sk-secret-key","type":"server_error"}\n\n',
    'data: {"type":"error","error":{"message":"Busy with sk-secret-key"}}\n\n',
    'data: {"type":"error","code":"x","message":"Busy with sk-secret-key"}\n\n',
    'data: {"error":{"message":"Busy with sk-secret-key"}}\n\n',
  ])("throws the upstream's error without secrets: %j", (text) => {
    const push = (): string => pushAll(newTap(), text);
    expect(push).toThrow(/^Busy with /);
    expect(push).not.toThrow(/sk-secret-key/);
    expect(push).toThrow(expect.objectContaining({ kind: 'upstream-error' }));
  });

  it.each(['data: {"type":\n\n', 'data: 7\n\n'])('throws for an invalid event: %j', (text) => {
    expect(() => pushAll(newTap(), text)).toThrow(expect.objectContaining({ kind: 'upstream-bad-response' }));
  });
});

describe('encodeTypedError', () => {
  it('is an event with an OpenAI error', () => {
    const error = new GatewayError('upstream-timeout', 'Too slow.');
    expect(encodeTypedError(error)).toBe(
      encodeTypedEvent({
        type: 'error',
        error: { message: 'Too slow.', type: 'server_error', param: null, code: 'upstream_stream_error' },
      }),
    );
    expect(encodeTypedError(error)).toMatch(/^event: error\ndata: \{"type":"error",/);
  });
});
