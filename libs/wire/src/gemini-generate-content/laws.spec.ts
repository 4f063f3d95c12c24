import { describe, expect, it } from '@jest/globals';
import {
  type AssistantPart,
  type ChatRequest,
  type ChatResponse,
  type Choice,
  collectResponse,
  type JsonObject,
  streamResponse,
  type Tool,
  type ToolChoice,
} from '#canonical';
import { SseDecoder } from '#sse';
import * as fc from 'fast-check';
import { type EncodingContext } from '../chat-codec.js';
import { geminiEgress, geminiIngress } from './index.js';

const CONTEXT: EncodingContext = {
  request: { model: 'm' },
  body: { generationConfig: { thinkingConfig: { includeThoughts: true } } },
  hints: { query: { alt: 'sse' } },
  requestId: 'req_1',
};

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const name = fc.stringMatching(/^[a-z_][a-z0-9_.-]{0,10}$/);
const reasoningSignature = fc.record({
  origin: fc.constant('gemini-generate-content'),
  value: fc.base64String({ minLength: 4 }).map((value) => `AAAA${value}`),
});
const json = fc
  .dictionary(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.oneof(text, fc.integer(), fc.boolean()), {
    noNullPrototype: true,
  })
  .map((object) => JSON.stringify(object));

const call: fc.Arbitrary<AssistantPart> = fc.record(
  {
    type: fc.constant('tool-call' as const),
    id: fc.uuid(),
    name,
    arguments: json,
    signature: reasoningSignature,
  },
  { requiredKeys: ['type', 'id', 'name', 'arguments'] },
);
const thought: fc.Arbitrary<AssistantPart> = fc.record({
  type: fc.constant('reasoning' as const),
  text,
  signature: reasoningSignature,
});
const signature: fc.Arbitrary<AssistantPart> = fc.record({
  type: fc.constant('reasoning' as const),
  text: fc.constant(''),
  signature: reasoningSignature,
});
const words: fc.Arbitrary<AssistantPart> = fc.record({ type: fc.constant('text' as const), text });
const media: fc.Arbitrary<AssistantPart> = fc.base64String().map((base64) => ({
  type: 'image' as const,
  source: { kind: 'bytes' as const, mediaType: 'image/png', base64: `AAAA${base64}` },
}));

/** This format does not distinguish adjacent texts. */
const content = fc
  .array(fc.oneof(call, thought, signature, words, media), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.filter((part, index) => part.type !== 'text' || parts[index - 1]?.type !== 'text'));

const count = fc.nat({ max: 1e6 });
const choice = fc
  .record({ content, isCut: fc.boolean() })
  .map(({ content, isCut }): Omit<Choice, 'index'> => {
    const hasCalls = content.some((part) => part.type === 'tool-call');
    return {
      content,
      finish:
        isCut && !hasCalls
          ? { kind: 'length', raw: 'MAX_TOKENS' }
          : { kind: hasCalls ? 'tool-calls' : 'stop', raw: 'STOP' },
    };
  });
const response: fc.Arbitrary<ChatResponse> = fc
  .record({
    id: fc.uuid(),
    model: name,
    createdAtSeconds: fc.integer({ min: 1, max: 2e9 }),
    choices: fc.array(choice, { minLength: 1, maxLength: 3 }),
    input: count,
    answer: count,
    reasoningTokens: count,
    cachedInputTokens: count,
  })
  .map(({ choices, input, answer, reasoningTokens, cachedInputTokens, ...head }) => ({
    ...head,
    choices: choices.map((one, index) => ({ ...one, index })),
    usage: { inputTokens: input, outputTokens: answer + reasoningTokens, reasoningTokens, cachedInputTokens },
  }));

const withoutRaw = ({
  usage: { raw: _raw, ...usage } = { inputTokens: 0, outputTokens: 0 },
  ...rest
}: ChatResponse): ChatResponse => ({ ...rest, usage });

const CHUNKS = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 40 });

describe('properties of this format', () => {
  it('a complete response decodes to the same response', () => {
    fc.assert(
      fc.property(response, (answer) => {
        expect(
          withoutRaw(geminiEgress.decodeResponse(geminiIngress.encodeResponse(answer, CONTEXT))),
        ).toEqual(answer);
      }),
    );
  });

  it('a streamed response decodes to the same response, however it is split', () => {
    fc.assert(
      fc.property(response, CHUNKS, (answer, sizes) => {
        const encoder = geminiIngress.createStreamEncoder(CONTEXT);
        const bytes = Buffer.from(
          streamResponse(answer)
            .map((part) => encoder.push(part))
            .join('') + encoder.end(),
        );
        const events = new SseDecoder();
        const decoder = geminiEgress.createStreamDecoder();
        const chunks = cut(bytes, sizes);
        const parts = chunks
          .flatMap((chunk) => events.push(chunk))
          .flatMap(({ event }) => (event ? decoder.push(event) : []));
        expect(withoutRaw(collectResponse([...parts, ...decoder.end()]))).toEqual(answer);
      }),
    );
  });

  it('a request decodes to the same request', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const { value, warnings } = geminiEgress.encodeRequest(asked, 'gemini-3-pro');
        expect(warnings).toEqual([]);
        const decoded = geminiIngress.decodeRequest(value, {
          model: asked.model,
          isStreamed: asked.isStreamed,
        });
        expect(decoded).toEqual({ value: asked, warnings: [] });
      }),
    );
  });

  it('citations and log probabilities are preserved', () => {
    const citations = [{ url: 'https://a.test', title: 'A', start: 2, end: 5 }, { url: 'https://b.test' }];
    const logprobs = [
      { token: 'Ü', logprob: -0.5, bytes: null, top: [{ token: 'U', logprob: -1, bytes: null }] },
    ];
    const answer: ChatResponse = {
      id: 'r',
      model: 'm',
      createdAtSeconds: 1,
      choices: [
        {
          index: 0,
          content: [{ type: 'text', text: 'Ü tea', citations }],
          logprobs,
          finish: { kind: 'stop', raw: 'STOP' },
        },
      ],
    };
    expect(geminiEgress.decodeResponse(geminiIngress.encodeResponse(answer, CONTEXT))).toEqual(answer);
    const encoder = geminiIngress.createStreamEncoder(CONTEXT);
    const events = new SseDecoder().push(
      Buffer.from(
        streamResponse(answer)
          .map((part) => encoder.push(part))
          .join('') + encoder.end(),
      ),
    );
    const decoder = geminiEgress.createStreamDecoder();
    const parts = events.flatMap(({ event }) => (event ? decoder.push(event) : []));
    expect(collectResponse([...parts, ...decoder.end()])).toEqual(answer);
  });
});

const schema = fc.constantFrom<JsonObject[]>(
  { type: 'object', properties: { a: { type: 'string' } } },
  { type: 'array', items: { enum: [1, 'x'] } },
);
const settings = fc.record(
  {
    temperature: fc.constantFrom(0, 0.5, 2),
    topP: fc.constantFrom(0.1, 1),
    topK: fc.integer({ min: 1, max: 100 }),
    presencePenalty: fc.constantFrom(-1, 1.5),
    frequencyPenalty: fc.constantFrom(-1, 1.5),
    seed: fc.integer(),
    maxOutputTokens: fc.integer({ min: 1, max: 1e6 }),
    stopSequences: fc.array(text, { minLength: 1, maxLength: 5 }),
    choiceCount: fc.integer({ min: 1, max: 8 }),
    logprobs: fc.integer({ min: 0, max: 20 }),
    reasoning: fc.constantFrom(
      { effort: 'high' as const, isShown: true },
      { budgetTokens: 100, isShown: false },
      { isShown: false },
    ),
    outputFormat: fc.oneof(
      fc.constant({ type: 'json' as const }),
      schema.map((one) => ({ type: 'json-schema' as const, schema: one })),
    ),
    serviceTier: fc.constantFrom('default', 'flex', 'priority'),
  },
  { requiredKeys: [] },
);
const TOOLS: Tool[] = [
  { name: 'f', description: 'F.', parameters: { type: 'object', properties: { a: { type: 'string' } } } },
  { name: 'g' },
];
const tooling = fc.oneof(
  fc.constant({}),
  fc
    .constantFrom<ToolChoice[]>(
      { type: 'auto' as const },
      { type: 'none' as const },
      { type: 'required' as const },
      { type: 'tool' as const, name: 'f' },
    )
    .map((toolChoice) => ({
      tools: TOOLS,
      toolChoice,
    })),
);
/** The turn starts with a signature, because one on a part other than the first call suffices. */
const turn = fc
  .tuple(signature, content, fc.boolean())
  .map(([first, parts, fails]): ChatRequest['messages'] => {
    const calls = parts.filter((part) => part.type === 'tool-call');
    const results = calls.map(({ id, name }) => ({
      callId: id,
      name,
      content: [{ type: 'text' as const, text: 'done' }],
      isError: fails,
    }));
    return [
      { role: 'assistant', content: [first, ...parts] },
      ...(results.length > 0 ? [{ role: 'tool' as const, results }] : []),
      { role: 'user', content: [{ type: 'text', text: 'And?' }] },
    ];
  });
const request: fc.Arbitrary<ChatRequest> = fc
  .record({
    model: name,
    isStreamed: fc.boolean(),
    hasSystem: fc.boolean(),
    opening: text,
    turns: fc.array(turn, { maxLength: 3 }),
    settings,
    tooling,
  })
  .map(({ hasSystem, opening, turns, settings, tooling, ...head }) => ({
    ...head,
    messages: [
      ...(hasSystem
        ? [{ role: 'system' as const, content: [{ type: 'text' as const, text: 'Be brief.' }] }]
        : []),
      { role: 'user' as const, content: [{ type: 'text' as const, text: opening }] },
      ...turns.flat(),
    ],
    ...settings,
    ...tooling,
  }));

function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let start = 0;
  for (const size of sizes) {
    chunks.push(bytes.subarray(start, start + size));
    start += size;
  }
  return [...chunks, bytes.subarray(start)];
}
