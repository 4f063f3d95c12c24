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
const buildBody = (members: JsonObject): string =>
  JSON.stringify({ model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }], ...members });

function tapAll(text: string) {
  const tap = read(agentRequest).createStreamTap(['hunter2hunter2']);
  const output = new SseDecoder().push(Buffer.from(text)).map((block) => tap.push(block) ?? new Uint8Array());
  return { tap, output: Buffer.concat(output).toString() };
}

/** An event that reports the number of output tokens. */
const buildUsageEvent = (tokens: unknown): string =>
  `data: ${JSON.stringify({ type: 'message_delta', delta: {}, usage: { output_tokens: tokens } })}\n\n`;

describe('a forwarded Messages request', () => {
  it('has a model and a stream flag', () => {
    expect(read(agentRequest)).toMatchObject({ model: 'claude-sonnet-4-6', isStreamed: true });
    expect(read(buildBody({}))).toMatchObject({ model: 'm', isStreamed: false });
  });

  it('only has its model replaced', () => {
    const request = read(agentRequest);
    expect(request.retarget('claude-sonnet-4-6').toString()).toBe(agentRequest);
    expect(request.retarget('up"stream').toString()).toBe(
      agentRequest.replace('"claude-sonnet-4-6"', '"up\\"stream"'),
    );
  });

  it('may have members that no other format has', () => {
    const tools = [{ type: 'web_search_20260318', name: 'web_search' }];
    expect(() => read(buildBody({ tools, mcp_servers: [], max_tokens: 0, news: 1 }))).not.toThrow();
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
  ])('is rejected with %s at %s: %j', (kind, param, members) => {
    const error = thrownError(() => read(buildBody(members)));
    expect(error).toMatchObject({ kind, param });
    expect(error.message).toMatch(/^"[\w.[\]]+" (is|must) .*\.$/);
  });
});

describe('the tap on a Messages stream', () => {
  it('forwards every byte, including unknown events, and finds the usage', () => {
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

  it('is complete after the stop reason, not before', () => {
    const [head = ''] = stream.split('event: message_delta');
    const [body = ''] = stream.split('event: message_stop');
    expect(tapAll(head).tap).toMatchObject({ isTerminated: false, isComplete: false });
    expect(tapAll(head).tap.usage).toMatchObject({ inputTokens: 21, outputTokens: 1 });
    expect(tapAll(body).tap).toMatchObject({ isTerminated: false, isComplete: true });
  });

  it('adds event names, which the official client needs', () => {
    expect(tapAll('data: {"type":"message_stop"}\n\n').output).toBe(
      'event: message_stop\ndata: {"type":"message_stop"}\n\n',
    );
  });

  it('ignores usage with impossible numbers', () => {
    const [head = ''] = stream.split('event: message_delta');
    expect(tapAll(head + [7, -1, 1e18, 'many'].map(buildUsageEvent).join('')).tap.usage).toMatchObject({
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

describe('a complete message that is forwarded', () => {
  it('has its usage read', () => {
    const { usage } = anthropicMessages.readResponse(Buffer.from(fixture('tool-answer.json')));
    expect(usage).toMatchObject({ inputTokens: 21, outputTokens: 20 });
  });

  it.each(['', 'null', '[]', '{"type":"error"}', '{"content":'])(
    'is rejected if it is not a message: %j',
    (body) => {
      const error = thrownError(() => anthropicMessages.readResponse(Buffer.from(body)));
      expect(error.kind).toBe('upstream-bad-response');
    },
  );
});

describe('errors of the Messages format', () => {
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
  ])('decodes %i %s of an upstream as %s', (status, type, kind) => {
    const body = Buffer.from(JSON.stringify({ type: 'error', error: { type, message: 'messages: wrong' } }));
    expect(decodeUpstreamError({ status, body, secrets: [] })).toMatchObject({
      kind,
      upstreamStatus: status,
    });
  });
});
