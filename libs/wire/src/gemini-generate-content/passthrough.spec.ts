import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { SseDecoder } from '#sse';
import { type StreamTap } from '../wire-format.js';
import { readFixture } from './__fixtures__/read-fixture.js';
import { decodeUpstreamError } from '../errors/decode-upstream-error.js';
import { gemini } from './index.js';

const STREAM = readFixture('tool-stream.sse');
const SSE = { query: { alt: 'sse' } };
const USER = { parts: [{ text: 'Hi' }] };

const read = (body: unknown, hints: object = {}) =>
  gemini.readRequest(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), {
    model: 'gemini-3-pro',
    ...hints,
  });

const buildBody = (model: string): string => `{"model":"${model}", "contents":[{"parts":[]}]}`;

function tapText(text: string, hints: object = SSE): { output: string; tap: StreamTap } {
  const tap = read({ contents: [USER] }, { isStreamed: true, ...hints }).createStreamTap(['hunter2hunter2']);
  const output = new SseDecoder()
    .push(Buffer.from(text))
    .map((block) => Buffer.from(tap.push(block) ?? []).toString('utf8'));
  return { output: output.join(''), tap };
}

function buildFault(body: unknown, hints?: object): Pick<GatewayError, 'kind' | 'param'> {
  try {
    read(body, hints);
  } catch (error) {
    const { kind, param } = error as GatewayError;
    return { kind, param };
  }
  throw new Error('the request was accepted');
}

describe('a forwarded request', () => {
  it('has the model and the stream flag of the route', () => {
    expect(read({ contents: [USER] }, { isStreamed: true })).toMatchObject({
      model: 'gemini-3-pro',
      isStreamed: true,
    });
    expect(read({ contents: [USER] }).isStreamed).toBe(false);
  });

  it('only has the model replaced, if the body has one', () => {
    const bare = '{ "contents":[{"parts":[{"text":"Hi","n":12345678901234567890}]}] }';
    expect(read(bare).retarget('upstream').toString()).toBe(bare);
    expect(read(buildBody('models/gemini-3-pro')).retarget('upstream').toString()).toBe(
      buildBody('models/upstream'),
    );
    expect(read(buildBody('gemini-3-pro')).retarget('upstream').toString()).toBe(buildBody('upstream'));
  });

  it('may have one object instead of a list of one, like at the service itself', () => {
    const single =
      '{"contents":{"parts":{"text":"Hi"}},"tools":{"functionDeclarations":[]},"safetySettings":{}}';
    expect(read(single).retarget('upstream').toString()).toBe(single);
    expect(read(single).opening.toString()).toBe('{"parts":{"text":"Hi"}}');
  });

  it.each<[unknown, object, string, string | undefined]>([
    ['', {}, 'invalid-json', undefined],
    ['[]', {}, 'invalid-json', undefined],
    [{ contents: [USER] }, { model: undefined }, 'missing-parameter', 'model'],
    [{ contents: [USER] }, { model: 'x'.repeat(257) }, 'invalid-value', 'model'],
    [{ contents: [USER] }, { model: 'a\nb' }, 'invalid-value', 'model'],
    [{}, {}, 'missing-parameter', 'contents'],
    [{ contents: null }, {}, 'missing-parameter', 'contents'],
    [{ contents: 'Hi' }, {}, 'invalid-type', 'contents'],
    [{ contents: { parts: 'Hi' } }, {}, 'invalid-type', 'contents.parts'],
    [{ contents: [] }, {}, 'invalid-value', 'contents'],
    [{ contents: ['Hi'] }, {}, 'invalid-type', 'contents[0]'],
    [{ contents: [USER, { parts: 'Hi' }] }, {}, 'invalid-type', 'contents[1].parts'],
    [{ contents: [USER], generation_config: [] }, {}, 'invalid-type', 'generation_config'],
    [{ contents: [USER], tools: 'f' }, {}, 'invalid-type', 'tools'],
    [{ contents: [USER], safetySettings: 5 }, {}, 'invalid-type', 'safetySettings'],
    [{ contents: [USER], systemInstruction: 5 }, {}, 'invalid-type', 'systemInstruction'],
    [{ contents: [USER], toolConfig: {}, tool_config: {} }, {}, 'invalid-value', 'tool_config'],
  ])('is rejected: %j', (body, hints, kind, param) => {
    expect(buildFault(body, hints)).toEqual({ kind, param });
  });
});

describe('the tap on a stream', () => {
  it('forwards events unchanged, and reads the usage and the end', () => {
    const { output, tap } = tapText(STREAM);
    expect(output).toBe(STREAM);
    expect(tap).toMatchObject({
      isComplete: true,
      isTerminated: false,
      usage: { inputTokens: 13, outputTokens: 38 },
    });
    expect(tap.end?.()).toBe('');
  });

  it('converts them to one array for a client that did not request events', () => {
    const { output, tap } = tapText(`\n${STREAM}`, {});
    const chunks: unknown = JSON.parse(output + (tap.end?.() ?? ''));
    expect(chunks).toEqual(
      STREAM.trim()
        .split('\n\n')
        .map((event) => JSON.parse(event.slice('data: '.length)) as unknown),
    );
  });

  it('detects an incomplete response, and a blocked prompt', () => {
    const unfinished = STREAM.slice(0, STREAM.lastIndexOf('data: '));
    expect(tapText(unfinished).tap.isComplete).toBe(false);
    expect(tapText('data: {"promptFeedback":{"blockReason":"SAFETY"}}\n\n').tap.isComplete).toBe(true);
  });

  it('removes the end marker of other formats, which breaks clients of this one', () => {
    const { output, tap } = tapText('data: [DONE]\n\n');
    expect(output).toBe('');
    expect(tap.isTerminated).toBe(true);
  });

  it.each([
    [
      'data: {"error":{"code":429,"message":"hunter2hunter2 is used up","status":"RESOURCE_EXHAUSTED"}}\n\n',
      'upstream-overloaded',
    ],
    ['data: {"error":{"code":500,"message":"Oops","status":"INTERNAL"}}\n\n', 'upstream-error'],
    ['data: {"candidates":\n\n', 'upstream-bad-response'],
    ['data: null\n\n', 'upstream-bad-response'],
  ])('throws for %s: %s', (text, kind) => {
    expect(() => tapText(text)).toThrow(expect.objectContaining({ kind }));
    expect(() => tapText(text)).not.toThrow('hunter2hunter2');
  });

  it('ends with an error in the framing of the client', () => {
    const error = new GatewayError('upstream-timeout', 'Too late.');
    const chunk = '{"error":{"code":504,"message":"Too late.","status":"DEADLINE_EXCEEDED"}}';
    expect(tapText('').tap.fail?.(error)).toBe(`data: ${chunk}\n\n`);
    expect(gemini.encodeStreamError(error)).toBe(`data: ${chunk}\n\n`);
    const { output, tap } = tapText('data: {"candidates":[]}\n\n', {});
    expect(output + (tap.fail?.(error) ?? '')).toBe(`[{"candidates":[]},\n${chunk}]`);
  });
});

describe('a complete response that is forwarded', () => {
  it('has its usage read', () => {
    const body = { candidates: [], usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2 } };
    expect(gemini.readResponse(Buffer.from(JSON.stringify(body))).usage).toMatchObject({
      inputTokens: 1,
      outputTokens: 2,
    });
    expect(
      gemini.readResponse(Buffer.from('{"promptFeedback":{"blockReason":"OTHER"}}')).usage,
    ).toBeUndefined();
  });

  it.each(['', 'null', '[]', '{"choices":[]}', '<html>'])(
    'is rejected if it is not a response: %s',
    (body) => {
      expect(() => gemini.readResponse(Buffer.from(body))).toThrow(
        expect.objectContaining({ kind: 'upstream-bad-response' }),
      );
    },
  );
});

describe('an error of the service', () => {
  it.each([
    [400, { code: 400, message: 'Bad temperature', status: 'INVALID_ARGUMENT' }, 'upstream-rejected'],
    [
      400,
      {
        code: 400,
        message: 'API key not valid',
        status: 'INVALID_ARGUMENT',
        details: [{ reason: 'API_KEY_INVALID' }],
      },
      'upstream-auth',
    ],
    [403, { code: 403, message: 'No', status: 'PERMISSION_DENIED' }, 'upstream-auth'],
    [404, { code: 404, message: 'models/x is not found', status: 'NOT_FOUND' }, 'upstream-model-unavailable'],
    [
      429,
      { code: 429, message: 'Quota', status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '3s' }] },
      'upstream-overloaded',
    ],
    [503, { code: 503, message: 'Busy', status: 'UNAVAILABLE' }, 'upstream-overloaded'],
    [500, { code: 500, message: 'Oops', status: 'INTERNAL' }, 'upstream-error'],
  ])('%i %j is %s', (status, error, kind) => {
    const failure = { status, body: Buffer.from(JSON.stringify({ error })), secrets: [] };
    expect(decodeUpstreamError(failure).kind).toBe(kind);
    expect(decodeUpstreamError({ ...failure, body: Buffer.from(JSON.stringify([{ error }])) }).kind).toBe(
      kind,
    );
  });
});
