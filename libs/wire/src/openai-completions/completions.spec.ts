import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  type ChatRequest,
  type ChatResponse,
  type JsonObject,
  type StreamPart,
  collectResponse,
  streamResponse,
} from '#canonical';
import { SseDecoder } from '#sse';
import { type EncodingContext } from '../chat-codec.js';
import { openAiCompletions, openAiCompletionsEgress, openAiCompletionsIngress } from './index.js';

const context: EncodingContext = {
  request: { model: 'm' },
  body: { stream_options: { include_usage: true } },
  hints: {},
  requestId: 'req_77',
};
const decode = (members: JsonObject) =>
  openAiCompletionsIngress.decodeRequest({ model: 'm', prompt: 'hi', ...members }, {});
const buildUserMessage = (text: string) => ({
  role: 'user' as const,
  content: [{ type: 'text' as const, text }],
});
const encode = (members: Partial<ChatRequest>) =>
  openAiCompletionsEgress.encodeRequest(
    { model: 'm', isStreamed: false, messages: [buildUserMessage('hi')], ...members },
    'n',
  );

const read = (text: string) => openAiCompletions.readRequest(Buffer.from(text));

describe('a forwarded completion request', () => {
  it('only has the model and the usage option changed', () => {
    const request = read('{"prompt":[1,2],"model":"m","stream":true,"x":1e400}');
    expect(request).toMatchObject({ model: 'm', isStreamed: true });
    expect(request.retarget('n').toString()).toBe(
      '{"prompt":[1,2],"model":"n","stream_options":{"include_usage":true},"stream":true,"x":1e400}',
    );
  });

  it.each(['"x"', '["a","b"]', '[1,2]', '[[1],[2]]'])('accepts the prompt %s', (prompt) => {
    expect(read(`{"model":"m","prompt":${prompt}}`).model).toBe('m');
  });

  it.each([
    ['{"prompt":"x"}', 'missing-parameter', 'model'],
    ['{"model":"m"}', 'missing-parameter', 'prompt'],
    ['{"model":"m","prompt":null}', 'missing-parameter', 'prompt'],
    ['{"model":"m","prompt":5}', 'invalid-type', 'prompt'],
    ['{"model":"m","prompt":[]}', 'invalid-type', 'prompt'],
    ['{"model":"m","prompt":["a",1]}', 'invalid-type', 'prompt'],
    ['{"model":"m","prompt":"x","best_of":21}', 'invalid-value', 'best_of'],
    ['{"model":"m","prompt":"x","logprobs":true}', 'invalid-type', 'logprobs'],
    ['{"model":"m","prompt":"x","echo":1}', 'invalid-type', 'echo'],
    ['{"model":"m","prompt":"x","api_key":"k"}', 'invalid-value', 'api_key'],
  ])('%s: %s %s', (text, kind, param) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ kind, param }));
  });
});

describe('a completion as a conversation', () => {
  it.each<[JsonObject, Partial<ChatRequest>]>([
    [{}, {}],
    [{ prompt: ['one'] }, { messages: [buildUserMessage('one')] }],
    [
      { max_tokens: 5, stop: 'a', user: 'u', stream: true },
      { maxOutputTokens: 5, stopSequences: ['a'], userId: 'u', isStreamed: true },
    ],
    [{ echo: false, suffix: null, best_of: 1, logprobs: null }, {}],
    [{ logit_bias: { '1': 1 } }, { extensions: { logit_bias: { '1': 1 } } }],
  ])('%j', (members, expected) => {
    expect(decode(members)).toEqual({
      value: { model: 'm', isStreamed: false, messages: [buildUserMessage('hi')], ...expected },
      warnings: [],
    });
  });

  it.each<[string, JsonObject]>([
    ['prompt', { prompt: [1, 2] }],
    ['prompt', { prompt: [[1], [2]] }],
    ['prompt', { prompt: ['a', 'b'] }],
    ['echo', { echo: true }],
    ['suffix', { suffix: 'x' }],
    ['best_of', { best_of: 2 }],
    ['logprobs', { logprobs: 0 }],
  ])('rejects %s: %j', (param, members) => {
    expect(() => decode(members)).toThrow(expect.objectContaining({ kind: 'unsupported-parameter', param }));
  });

  it('has a plain text response', () => {
    const response: ChatResponse = {
      id: 'msg_1',
      model: 'm',
      createdAtSeconds: 7,
      choices: [
        {
          index: 0,
          content: [
            { type: 'reasoning', text: 'hm' },
            { type: 'text', text: 'a' },
          ],
          finish: { kind: 'length' },
        },
        { index: 1, content: [{ type: 'refusal', text: 'no' }], finish: { kind: 'refusal' } },
      ],
    };
    expect(openAiCompletionsIngress.encodeResponse(response, context)).toEqual({
      id: 'cmpl-77',
      object: 'text_completion',
      created: 7,
      model: 'm',
      choices: [
        { index: 0, text: 'a', logprobs: null, finish_reason: 'length' },
        { index: 1, text: 'no', logprobs: null, finish_reason: 'content_filter' },
      ],
    });
    expect(openAiCompletionsIngress.encodeResponse({ ...response, choices: [] }, context)).toMatchObject({
      choices: [{ text: '', finish_reason: 'content_filter' }],
    });
  });
});

describe('a conversation as a completion', () => {
  it('is the text of the only user message', () => {
    expect(encode({ isStreamed: true, maxOutputTokens: 5, temperature: 1 })).toEqual({
      value: {
        model: 'n',
        prompt: 'hi',
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: 5,
        temperature: 1,
      },
      warnings: [],
    });
  });

  it.each<[string, Partial<ChatRequest>]>([
    ['messages', { messages: [buildUserMessage('a'), buildUserMessage('b')] }],
    ['messages', { messages: [{ role: 'system', content: [{ type: 'text', text: 'x' }] }] }],
    [
      'messages',
      {
        messages: [
          { role: 'user', content: [{ type: 'image', source: { kind: 'url', url: 'https://e.com' } }] },
        ],
      },
    ],
    ['tools', { tools: [{ name: 'f' }] }],
    ['outputFormat', { outputFormat: { type: 'json' } }],
    ['logprobs', { logprobs: 1 }],
  ])('rejects %s: %j', (param, members) => {
    expect(() => encode(members)).toThrow(expect.objectContaining({ kind: 'unsupported-parameter', param }));
  });

  it('warns of lost fields', () => {
    const { warnings } = encode({ topK: 1, reasoning: { effort: 'low' }, verbosity: 'low' });
    expect(warnings.map(({ field }) => field)).toEqual(['topK', 'reasoning', 'verbosity']);
  });
});

const count = fc.nat({ max: 1e6 });
const answer: fc.Arbitrary<ChatResponse> = fc
  .record({
    texts: fc.array(fc.string({ unit: 'grapheme', maxLength: 9 }), { minLength: 1, maxLength: 3 }),
    kind: fc.constantFrom('stop' as const, 'length' as const, 'content-filter' as const),
    usage: fc.record({ inputTokens: count, outputTokens: count }),
  })
  .map(({ texts, kind, usage }) => ({
    id: 'cmpl-1',
    model: 'm',
    createdAtSeconds: 5,
    choices: texts.map((text, index) => ({
      index,
      content: text === '' ? [] : [{ type: 'text' as const, text }],
      finish: { kind },
    })),
    usage,
  }));

function withoutRaw(response: ChatResponse): ChatResponse {
  const choices = response.choices.map((choice) => ({ ...choice, finish: { kind: choice.finish.kind } }));
  return { ...response, choices, usage: response.usage && { ...response.usage, raw: undefined } };
}

function decodeStream(text: string, chunkBytes: number): StreamPart[] {
  const bytes = Buffer.from(text);
  const events = new SseDecoder();
  const decoder = openAiCompletionsEgress.createStreamDecoder();
  const parts: StreamPart[] = [];
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    for (const { event } of events.push(bytes.subarray(start, start + chunkBytes)))
      if (event) parts.push(...decoder.push(event));
  }
  return [...parts, ...decoder.end()];
}

describe('properties of completions', () => {
  it('an encoded response decodes to the same response', () => {
    fc.assert(
      fc.property(answer, (response) => {
        const body = openAiCompletionsIngress.encodeResponse(response, context);
        expect(withoutRaw(openAiCompletionsEgress.decodeResponse(body))).toEqual(response);
      }),
    );
  });

  it('an encoded stream decodes to the same response, however its bytes are split', () => {
    fc.assert(
      fc.property(answer, fc.integer({ min: 1, max: 500 }), (response, chunkBytes) => {
        const encoder = openAiCompletionsIngress.createStreamEncoder(context);
        const text =
          streamResponse(response)
            .map((part) => encoder.push(part))
            .join('') + encoder.end();
        expect(withoutRaw(collectResponse(decodeStream(text, chunkBytes)))).toEqual(response);
      }),
    );
  });

  it('an interrupted response is an error', () => {
    const chunk = 'data: {"id":"cmpl-1","choices":[{"index":0,"text":"a","finish_reason":null}]}\n\n';
    expect(() => decodeStream(chunk, 50)).toThrow(expect.objectContaining({ kind: 'upstream-interrupted' }));
    expect(() => openAiCompletionsEgress.decodeResponse({ choices: [] })).toThrow(
      expect.objectContaining({ kind: 'upstream-bad-response' }),
    );
  });
});
