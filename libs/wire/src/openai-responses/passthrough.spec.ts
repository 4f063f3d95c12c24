import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { GatewayError, type JsonObject } from '#canonical';
import { SseDecoder } from '#sse';
import { type StreamTap } from '../wire-format.js';
import { openAiResponses } from './index.js';

const fixture = (name: string): Buffer => readFileSync(new URL(`./__fixtures__/${name}`, import.meta.url));

function toTap(text: string | Buffer): { output: string; tap: StreamTap } {
  const tap = openAiResponses
    .readRequest(Buffer.from('{"model":"m","input":""}'))
    .createStreamTap(['hunter2hunter2']);
  const blocks = new SseDecoder().push(Buffer.from(text));
  const output = blocks.map((block) => tap.push(block) ?? new Uint8Array());
  return { output: Buffer.concat(output).toString('utf8'), tap };
}

const event = (data: JsonObject & { type: string }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

describe('a forwarded request', () => {
  it('is the same buffer if nothing changes', () => {
    const body = Buffer.from('{"model":"m","input":[{"odd":1}],"stream":true}');
    const request = openAiResponses.readRequest(body);
    expect(request).toMatchObject({ model: 'm', isStreamed: true });
    expect(request.retarget('m')).toBe(body);
  });

  it("has the upstream's name of the model", () => {
    const request = openAiResponses.readRequest(Buffer.from('{"input":"model","model" : "m","n":1.0}'));
    expect(request.retarget('up "x"').toString()).toBe('{"input":"model","model" : "up \\"x\\"","n":1.0}');
  });

  it.each([
    { previous_response_id: 'resp_1' },
    { conversation: { id: 'c' } },
    { prompt: { id: 'p' }, input: null },
  ])('may have state instead of an input: %j', (members) => {
    expect(openAiResponses.readRequest(Buffer.from(JSON.stringify({ model: 'm', ...members }))).model).toBe(
      'm',
    );
  });

  it.each([
    [{ input: 'x' }, 'missing-parameter', 'model'],
    [{ model: 'm' }, 'missing-parameter', 'input'],
    [{ model: 'm', previous_response_id: null }, 'missing-parameter', 'input'],
    [{ model: 'm', input: {} }, 'invalid-type', 'input'],
    [{ model: 'm', input: 'x', stream: 'yes' }, 'invalid-type', 'stream'],
    [{ model: 'm', input: 'x', store: 1 }, 'invalid-type', 'store'],
    [{ model: 'm', input: 'x', temperature: 3 }, 'invalid-value', 'temperature'],
    [{ model: 'm', input: 'x', tools: {} }, 'invalid-type', 'tools'],
    [{ model: 'm', input: 'x', api_base: 'http://elsewhere' }, 'invalid-value', 'api_base'],
  ])('%j is rejected: %s at %s', (body, kind, param) => {
    const read = (): unknown => openAiResponses.readRequest(Buffer.from(JSON.stringify(body)));
    expect(read).toThrow(expect.objectContaining({ kind, param }));
  });
});

describe('a forwarded response', () => {
  it('has its usage read', () => {
    const { usage } = openAiResponses.readResponse(fixture('whole-response.json'));
    expect(usage).toMatchObject({ inputTokens: 14, outputTokens: 20 });
  });

  it.each(['[]', '{', '{"output":5}'])('is rejected: %s', (text) => {
    const read = (): unknown => openAiResponses.readResponse(Buffer.from(text));
    expect(read).toThrow(expect.objectContaining({ kind: 'upstream-bad-response' }));
  });
});

describe('a forwarded stream', () => {
  it('has the same bytes, and its usage and end are read', () => {
    const { output, tap } = toTap(fixture('text-stream.sse'));
    expect(output).toBe(fixture('text-stream.sse').toString());
    expect(tap).toMatchObject({
      isComplete: true,
      isTerminated: true,
      usage: { inputTokens: 14, outputTokens: 20 },
    });
  });

  it('includes unknown events', () => {
    const unknown = `: wait\n\n${event({ type: 'response.new', x: 1 })}data: [DONE]\n\n`;
    const { output, tap } = toTap(unknown);
    expect(output).toBe(unknown);
    expect(tap.isComplete).toBe(false);
  });

  it('is complete if it ended at the length limit', () => {
    expect(
      toTap(event({ type: 'response.incomplete', response: { status: 'incomplete' } })).tap.isComplete,
    ).toBe(true);
  });

  it.each([
    ['data: {\n\n', 'upstream-bad-response'],
    [event({ type: 'error', message: 'Key hunter2hunter2 is dead.' }), 'upstream-error'],
    [
      event({ type: 'response.failed', response: { error: { code: 'rate_limit_exceeded', message: 'x' } } }),
      'upstream-overloaded',
    ],
  ])('throws for %j: %s', (text, kind) => {
    expect(() => toTap(text)).toThrow(expect.objectContaining({ kind }));
    expect(() => toTap(text)).not.toThrow('hunter2hunter2');
  });

  it('that fails ends with its own error event and the items so far', () => {
    const whole = fixture('text-stream.sse').toString();
    const { tap } = toTap(whole.slice(0, whole.indexOf('event: response.completed')));
    const failure = tap.fail?.(new GatewayError('upstream-error', 'Gone.')) ?? '';
    const [block] = new SseDecoder().push(Buffer.from(failure));
    expect(block?.event?.event).toBe('response.failed');
    expect(JSON.parse(block?.event?.data ?? '')).toMatchObject({
      type: 'response.failed',
      sequence_number: 10,
      response: {
        id: 'resp_up',
        status: 'failed',
        error: { code: 'server_error', message: 'Gone.' },
        output: [{ id: 'msg_up', status: 'completed' }],
      },
    });
  });

  it('that fails before its first event has the same structure', () => {
    const failure = openAiResponses.encodeStreamError(new GatewayError('upstream-error', 'Gone.'));
    expect(failure).toMatch(/^event: response\.failed\ndata: \{.*"status":"failed".*\}\n\n$/);
  });
});
