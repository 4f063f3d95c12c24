import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  type AssistantPart,
  type ChatRequest,
  type ChatResponse,
  type FinishKind,
  type Usage,
  collectResponse,
  streamResponse,
} from '#canonical';
import { SseDecoder } from '#sse';
import { type EncodingContext } from '../chat-codec.js';
import { openAiChatEgress, openAiChatIngress } from './index.js';

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const name = fc.stringMatching(/^[a-zA-Z0-9_-]{1,64}$/);
const json = fc.json({ maxDepth: 2 });
const count = fc.nat({ max: 1e6 });
const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> =>
  fc.array(value, { maxLength: 1 });

const toolCall = fc.record({ type: fc.constant('tool-call' as const), id: name, name, arguments: json });
const citation = fc.record({ url: fc.webUrl(), title: word, start: count, end: count });
const text = fc.record({ type: fc.constant('text' as const), text: word });
const citedText = fc.oneof(
  text,
  fc.record({
    type: fc.constant('text' as const),
    text: word,
    citations: fc.array(citation, { minLength: 1, maxLength: 2 }),
  }),
);
const reasoning = fc.record({ type: fc.constant('reasoning' as const), text: word });
const refusal = fc.record({ type: fc.constant('refusal' as const), text: word });
const logprob = fc.record({
  token: word,
  logprob: fc.integer({ min: -20, max: 0 }),
  bytes: fc.option(fc.array(fc.nat({ max: 255 }), { maxLength: 3 })),
});
const logprobs = fc.array(
  fc.tuple(logprob, fc.array(logprob, { maxLength: 2 })).map(([token, top]) => ({ ...token, top })),
  { minLength: 1, maxLength: 2 },
);

const choice = fc
  .record({
    reasoning: optional(reasoning),
    text: optional(citedText),
    refusal: optional(refusal),
    calls: fc.array(toolCall, { maxLength: 3 }),
    kind: fc.constantFrom('stop' as const, 'length' as const, 'content-filter' as const),
    logprobs: fc.option(logprobs, { nil: undefined }),
  })
  .map((made) => {
    const content: AssistantPart[] = [...made.reasoning, ...made.text, ...made.refusal, ...made.calls];
    const stopped: FinishKind =
      made.calls.length > 0 ? 'tool-calls' : made.refusal.length > 0 ? 'refusal' : 'stop';
    const kind: FinishKind = made.kind === 'stop' ? stopped : made.kind;
    const hasLogprobs = made.logprobs !== undefined && made.text.length > 0;
    return { content, finish: { kind }, ...(hasLogprobs ? { logprobs: made.logprobs } : {}) };
  });

const usage = fc.record(
  {
    inputTokens: count,
    outputTokens: count,
    cachedInputTokens: count,
    cacheWriteTokens: count,
    reasoningTokens: count,
  },
  { requiredKeys: ['inputTokens', 'outputTokens'] },
);

const response: fc.Arbitrary<ChatResponse> = fc
  .record({
    id: name.map((rest) => `chatcmpl-${rest}`),
    model: word,
    createdAtSeconds: fc.integer({ min: 1, max: 2 ** 31 }),
    choices: fc.array(choice, { minLength: 1, maxLength: 3 }),
    usage: optional(usage),
    serviceTier: fc.option(name, { nil: undefined }),
  })
  .map(({ choices, usage: counted, ...head }) => ({
    ...head,
    choices: choices.map((one, index) => ({ index, ...one })),
    ...(counted[0] ? { usage: counted[0] } : {}),
  }));

const settings = fc.record(
  {
    maxOutputTokens: fc.integer({ min: 1, max: 1e6 }),
    temperature: fc.integer({ min: 0, max: 2 }),
    topP: fc.integer({ min: 0, max: 1 }),
    presencePenalty: fc.integer({ min: -2, max: 2 }),
    frequencyPenalty: fc.integer({ min: -2, max: 2 }),
    seed: fc.integer(),
    stopSequences: fc.array(word, { maxLength: 4 }),
    choiceCount: fc.integer({ min: 1, max: 128 }),
    logprobs: fc.integer({ min: 0, max: 20 }),
    verbosity: fc.constantFrom('low' as const, 'high' as const),
    userId: word,
    metadata: fc.dictionary(name, word),
    serviceTier: fc.constantFrom('auto', 'flex'),
    promptCacheKey: word,
    reasoning: fc.record({ effort: fc.constantFrom('none' as const, 'low' as const, 'max' as const) }),
    outputFormat: fc.oneof(
      fc.constant({ type: 'json' as const }),
      fc.record({
        type: fc.constant('json-schema' as const),
        name,
        schema: fc.constant({ type: 'object' }),
        strict: fc.boolean(),
      }),
    ),
  },
  { requiredKeys: [] },
);

const image = fc.record({
  type: fc.constant('image' as const),
  source: fc.oneof(
    fc.webUrl().map((url) => ({ kind: 'url' as const, url })),
    fc
      .base64String({ maxLength: 8 })
      .map((base64) => ({ kind: 'bytes' as const, mediaType: 'image/tiff', base64 })),
  ),
  detail: fc.constantFrom('low' as const, 'original' as const),
});
const turn = fc.record({
  asked: fc.array(fc.oneof(text, image), { minLength: 1, maxLength: 3 }),
  thought: optional(reasoning),
  said: optional(text),
  calls: fc.uniqueArray(toolCall, { maxLength: 2, selector: ({ id }) => id }),
  found: word,
});

const tool = fc.record({
  name,
  description: word,
  parameters: fc.constant({ type: 'object', properties: {} }),
  strict: fc.boolean(),
});
const toolChoice = fc.oneof(
  fc.constantFrom({ type: 'auto' as const }, { type: 'none' as const }, { type: 'required' as const }),
  fc.record({ type: fc.constant('tool' as const), name }),
  fc.record({
    type: fc.constant('required' as const),
    names: fc.array(name, { minLength: 1, maxLength: 2 }),
  }),
);
const tooling = fc.record({
  tools: fc.array(tool, { minLength: 1, maxLength: 2 }),
  toolChoice,
  allowsParallelCalls: fc.boolean(),
});

const request: fc.Arbitrary<ChatRequest> = fc
  .record({
    model: word,
    isStreamed: fc.boolean(),
    system: fc.array(text, { minLength: 1, maxLength: 2 }),
    turns: fc.array(turn, { minLength: 1, maxLength: 3 }),
    settings,
    tooling: optional(tooling),
  })
  .map(({ model, isStreamed, system, turns, settings: set, tooling: tools }) => ({
    model,
    isStreamed,
    messages: [
      { role: 'system' as const, content: system },
      ...turns.flatMap(({ asked, thought, said, calls, found }) => [
        { role: 'user' as const, content: asked },
        { role: 'assistant' as const, content: [...thought, ...said, ...calls] },
        ...(calls.length === 0
          ? []
          : [{ role: 'tool' as const, results: calls.map((call) => buildResult(call, found)) }]),
      ]),
    ],
    ...set,
    ...tools[0],
  }));

function buildResult(call: { id: string; name: string }, found: string) {
  return {
    callId: call.id,
    name: call.name,
    content: [{ type: 'text' as const, text: found }],
    isError: false,
  };
}

const context: EncodingContext = {
  request: { model: 'm' },
  body: { stream_options: { include_usage: true } },
  hints: {},
  requestId: 'req_1',
};

/** Removes raw values that are only for the log, and the tier, which is a copy for billing. */
/** Nor the tier once more, which a bill is made by. */
function withoutRaw(answer: ChatResponse): ChatResponse {
  const choices = answer.choices.map((one) => ({ ...one, finish: { kind: one.finish.kind } }));
  const { raw: _raw, serviceTier: _tier, ...usage } = answer.usage ?? {};
  return { ...answer, choices, ...(answer.usage ? { usage: usage as Usage } : {}) };
}

function decodeBytes(bytes: Uint8Array, chunkSizes: readonly number[]): ChatResponse {
  const events = new SseDecoder();
  const decoder = openAiChatEgress.createStreamDecoder();
  const parts = [];
  for (let start = 0, turnOf = 0; start < bytes.length; turnOf += 1) {
    const end = start + (chunkSizes[turnOf % chunkSizes.length] ?? 1);
    for (const { event } of events.push(bytes.subarray(start, end)))
      if (event) parts.push(...decoder.push(event));
    start = end;
  }
  return collectResponse([...parts, ...decoder.end()]);
}

describe('properties of chat completions', () => {
  it('an encoded request decodes to the same request', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const { value, warnings } = openAiChatEgress.encodeRequest(asked, asked.model);
        expect(warnings).toEqual([]);
        expect(openAiChatIngress.decodeRequest(value, {})).toEqual({ value: asked, warnings: [] });
      }),
    );
  });

  it('an encoded response decodes to the same response', () => {
    fc.assert(
      fc.property(response, (answer) => {
        const body = openAiChatIngress.encodeResponse(answer, context);
        expect(withoutRaw(openAiChatEgress.decodeResponse(body))).toEqual(answer);
      }),
    );
  });

  it('an encoded stream decodes to the same response, however its bytes are split', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(response, sizes, (answer, chunkSizes) => {
        const encoder = openAiChatIngress.createStreamEncoder(context);
        const stream =
          streamResponse(answer)
            .map((part) => encoder.push(part))
            .join('') + encoder.end();
        expect(withoutRaw(decodeBytes(Buffer.from(stream), chunkSizes))).toEqual(answer);
      }),
    );
  });
});
