import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { GatewayError, type JsonObject } from '#canonical';
import { SseDecoder } from '#sse';
import { thrownError } from './__fixtures__/thrown-error.js';
import { decodeUpstreamError } from '../errors/decode-upstream-error.js';
import { anthropicMessages } from './index.js';

const fixture = (name: string): string =>
  readFileSync(new URL(`__fixtures__/${name}`, import.meta.url), 'utf8');
const agentRequest = fixture('agent-request.json');
const stream = fixture('tool-answer.sse');

const read = (body: string) => anthropicMessages.readRequest(Buffer.from(body));
const ask = (members: JsonObject): string =>
  JSON.stringify({ model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }], ...members });

function tapAll(text: string) {
  const tap = read(agentRequest).createStreamTap(['hunter2hunter2']);
  const output = new SseDecoder().push(Buffer.from(text)).map((block) => tap.push(block) ?? new Uint8Array());
  return { tap, output: Buffer.concat(output).toString() };
}

/** An event that says how many tokens were generated. */
const claim = (tokens: unknown): string =>
  `data: ${JSON.stringify({ type: 'message_delta', delta: {}, usage: { output_tokens: tokens } })}\n\n`;

describe('a messages request that goes on as it came', () => {
  it('is known by its model and whether it is streamed', () => {
    expect(read(agentRequest)).toMatchObject({ model: 'claude-sonnet-4-6', isStreamed: true });
    expect(read(ask({}))).toMatchObject({ model: 'm', isStreamed: false });
  });

  it('changes nothing but the name of the model', () => {
    const request = read(agentRequest);
    expect(request.retarget('claude-sonnet-4-6').toString()).toBe(agentRequest);
    expect(request.retarget('up"stream').toString()).toBe(
      agentRequest.replace('"claude-sonnet-4-6"', '"up\\"stream"'),
    );
  });

  it('may hold what no other format knows', () => {
    const tools = [{ type: 'web_search_20260318', name: 'web_search' }];
    expect(() => read(ask({ tools, mcp_servers: [], max_tokens: 0, news: 1 }))).not.toThrow();
  });

  it.each([
    ['missing-parameter', 'max_tokens', { max_tokens: null }],
    ['missing-parameter', 'model', { model: null }],
    ['missing-parameter', 'messages', { messages: null }],
    ['invalid-type', 'max_tokens', { max_tokens: '5' }],
    ['invalid-value', 'max_tokens', { max_tokens: -1 }],
    ['invalid-type', 'messages', { messages: 'Hi' }],
    ['invalid-value', 'messages', { messages: [] }],
    ['invalid-type', 'messages[0]', { messages: ['Hi'] }],
    ['missing-parameter', 'messages[0].role', { messages: [{ content: 'Hi' }] }],
    ['invalid-value', 'messages[0].role', { messages: [{ role: 'tool', content: 'Hi' }] }],
    ['missing-parameter', 'messages[0].content', { messages: [{ role: 'user', content: null }] }],
    ['invalid-type', 'messages[0].content', { messages: [{ role: 'user', content: 5 }] }],
    ['invalid-type', 'stream', { stream: 'yes' }],
    ['invalid-value', 'temperature', { temperature: 2 }],
    ['invalid-type', 'stop_sequences', { stop_sequences: [5] }],
    ['invalid-type', 'system', { system: { text: 'a' } }],
    ['invalid-type', 'tools', { tools: {} }],
    ['invalid-type', 'thinking', { thinking: 'much' }],
    ['invalid-value', 'api_base', { api_base: 'http://elsewhere' }],
  ])('is refused as %s: %s in %j', (kind, param, members) => {
    const error = thrownError(() => read(ask(members)));
    expect(error).toMatchObject({ kind, param });
    expect(error.message).toMatch(/^"[\w.[\]]+" (is|must) .*\.$/);
  });
});

describe('the tap on a messages stream', () => {
  it('passes every byte on, unknown events too, and finds the usage', () => {
    const text = `: hello\n\nevent: news\ndata: {"type":"news"}\n\n${stream}`;
    const { tap, output } = tapAll(text);
    expect(output).toBe(text);
    expect(tap).toMatchObject({ isTerminated: true, isComplete: true });
    expect(tap.usage).toMatchObject({
      inputTokens: 21,
      outputTokens: 20,
      cachedInputTokens: 4,
      reasoningTokens: 5,
    });
  });

  it('is complete once the reason is given, and not before', () => {
    const [head = ''] = stream.split('event: message_delta');
    const [body = ''] = stream.split('event: message_stop');
    expect(tapAll(head).tap).toMatchObject({ isTerminated: false, isComplete: false });
    expect(tapAll(head).tap.usage).toMatchObject({ inputTokens: 21, outputTokens: 1 });
    expect(tapAll(body).tap).toMatchObject({ isTerminated: false, isComplete: true });
  });

  it('names events that come without a name, for the official client goes by it', () => {
    expect(tapAll('data: {"type":"message_stop"}\n\n').output).toBe(
      'event: message_stop\ndata: {"type":"message_stop"}\n\n',
    );
  });

  it('believes the last usage that can be true', () => {
    const [head = ''] = stream.split('event: message_delta');
    expect(tapAll(head + [7, -1, 1e18, 'many'].map(claim).join('')).tap.usage).toMatchObject({
      inputTokens: 21,
      outputTokens: 7,
    });
  });

  it.each([
    ['upstream-error', '{"type":"error","error":{"type":"api_error","message":"key hunter2hunter2"}}'],
    ['upstream-overloaded', '{"type":"error","error":{"type":"overloaded_error","message":"Busy"}}'],
    ['upstream-bad-response', '{"type":'],
    ['upstream-bad-response', '5'],
  ])('throws %s for %s', (kind, data) => {
    const error = thrownError(() => tapAll(`event: error\ndata: ${data}\n\n`));
    expect(error.kind).toBe(kind);
    expect(error.message).not.toContain('hunter2hunter2');
  });
});

describe('a whole message on its way through', () => {
  it('tells its usage', () => {
    const { usage } = anthropicMessages.readResponse(Buffer.from(fixture('tool-answer.json')));
    expect(usage).toMatchObject({ inputTokens: 21, outputTokens: 20 });
  });

  it.each(['', 'null', '[]', '{"type":"error"}', '{"content":'])(
    'must be an answer, which %j is not',
    (body) => {
      const error = thrownError(() => anthropicMessages.readResponse(Buffer.from(body)));
      expect(error.kind).toBe('upstream-bad-response');
    },
  );
});

describe('failures in the messages format', () => {
  it.each([
    ['upstream-bad-response', 'api_error'],
    ['upstream-overloaded', 'overloaded_error'],
    ['upstream-timeout', 'timeout_error'],
  ] as const)('ends a stream that fails by %s with the event %s', (kind, type) => {
    const [block] = new SseDecoder().push(
      Buffer.from(anthropicMessages.encodeStreamError(new GatewayError(kind, 'Sorry.'))),
    );
    expect(block?.event?.event).toBe('error');
    expect(JSON.parse(block?.event?.data ?? '')).toMatchObject({
      type: 'error',
      error: { type, message: 'Sorry.' },
    });
  });

  it('keeps a connection alive with a ping', () => {
    expect(anthropicMessages.keepAlive).toBe('event: ping\ndata: {"type":"ping"}\n\n');
  });

  it.each([
    [400, 'invalid_request_error', 'upstream-rejected'],
    [401, 'authentication_error', 'upstream-auth'],
    [402, 'billing_error', 'upstream-quota'],
    [404, 'not_found_error', 'upstream-model-unavailable'],
    [413, 'request_too_large', 'upstream-too-large'],
    [429, 'rate_limit_error', 'upstream-overloaded'],
    [500, 'api_error', 'upstream-error'],
    [529, 'overloaded_error', 'upstream-overloaded'],
  ])('reads %i %s of an upstream as %s', (status, type, kind) => {
    const body = Buffer.from(JSON.stringify({ type: 'error', error: { type, message: 'messages: wrong' } }));
    expect(decodeUpstreamError({ status, body, secrets: [] })).toMatchObject({
      kind,
      upstreamStatus: status,
    });
  });
});
