import { describe, expect, it } from '@jest/globals';
import {
  type AssistantPart,
  type ChatRequest,
  type ChatResponse,
  type FinishReason,
  type Message,
  type ToolChoice,
  collectResponse,
  streamResponse,
} from '#canonical';
import { SseDecoder } from '#sse';
import * as fc from 'fast-check';
import { openAiResponsesEgress, openAiResponsesIngress } from './index.js';

const ORIGIN = 'openai-responses';
const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const name = fc.stringMatching(/^[a-zA-Z0-9_-]{1,20}$/);
const signature = fc.record({ origin: fc.constant(ORIGIN), value: word.map((text) => `enc-${text}`) });
const json = fc.dictionary(name, fc.oneof(fc.integer(), word)).map((value) => JSON.stringify(value));
const count = fc.nat({ max: 1e6 });

const text = fc.record(
  {
    type: fc.constant('text' as const),
    text: word,
    citations: fc.array(fc.record({ url: fc.webUrl(), title: word, start: count, end: count }), {
      minLength: 1,
      maxLength: 2,
    }),
  },
  { requiredKeys: ['type', 'text'] },
);
const call = fc.record({ type: fc.constant('tool-call' as const), id: name, name, arguments: json });
const refusal = fc.record({ type: fc.constant('refusal' as const), text: word });
const reasoning = fc.record(
  { type: fc.constant('reasoning' as const), text: word, signature },
  { requiredKeys: ['type', 'text'] },
);
const answerParts = fc.array(fc.oneof<fc.Arbitrary<AssistantPart>[]>(text, call, refusal, reasoning), {
  maxLength: 6,
});

function buildFinish(content: readonly AssistantPart[], isCut: boolean): FinishReason {
  if (isCut) return { kind: 'length', raw: 'max_output_tokens' };
  const has = (type: AssistantPart['type']): boolean => content.some((part) => part.type === type);
  if (has('tool-call')) return { kind: 'tool-calls', raw: 'completed' };
  return { kind: has('refusal') ? 'refusal' : 'stop', raw: 'completed' };
}

const usage = fc.record({
  inputTokens: count,
  outputTokens: count,
  cachedInputTokens: count,
  cacheWriteTokens: count,
  reasoningTokens: count,
});
const response: fc.Arbitrary<ChatResponse> = fc
  .record({ content: answerParts, isCut: fc.boolean(), usage, createdAtSeconds: count })
  .map(({ content, isCut, ...rest }) => ({
    id: 'up',
    model: 'fast',
    choices: [{ index: 0, content, finish: buildFinish(content, isCut) }],
    ...rest,
  }));

const context = {
  request: { model: 'fast' },
  body: {},
  hints: {},
  requestId: 'req_1',
};

/** The gateway generates its own ids, and keeps the upstream's usage object. */
const toComparable = ({ id: _id, usage: counted, ...rest }: ChatResponse): object => {
  const { raw: _raw, ...counts } = counted ?? { raw: undefined };
  return { ...rest, usage: counts };
};

describe('an encoded response', () => {
  it('decodes to the same response', () => {
    fc.assert(
      fc.property(response, (original) => {
        const encoded = openAiResponsesIngress.encodeResponse(original, context);
        expect(toComparable(openAiResponsesEgress.decodeResponse(encoded))).toEqual(toComparable(original));
      }),
    );
  });

  it('decodes to the same response if it is streamed, and its events add up to the object', () => {
    fc.assert(
      fc.property(response, (original) => {
        const encoder = openAiResponsesIngress.createStreamEncoder(context);
        const frames =
          streamResponse(original)
            .map((part) => encoder.push(part))
            .join('') + encoder.end();
        const events = new SseDecoder().push(Buffer.from(frames)).flatMap((block) => block.event ?? []);
        const decoder = openAiResponsesEgress.createStreamDecoder();
        const parts = [...events.flatMap((event) => decoder.push(event)), ...decoder.end()];
        expect(toComparable(collectResponse(parts))).toEqual(toComparable(original));
        const last = JSON.parse(events.at(-1)?.data ?? '{}') as { response: unknown };
        expect(last.response).toEqual(openAiResponsesIngress.encodeResponse(original, context));
      }),
    );
  });
});

const bytes = fc
  .uint8Array({ minLength: 4, maxLength: 12 })
  .map((value) => Buffer.from(value).toString('base64'));
const textPart = fc.record({ type: fc.constant('text' as const), text: word });
const image = fc.record({
  type: fc.constant('image' as const),
  source: fc.oneof(
    fc.webUrl().map((url) => ({ kind: 'url' as const, url })),
    bytes.map((base64) => ({ kind: 'bytes' as const, mediaType: 'image/x-raw', base64 })),
  ),
  detail: fc.constantFrom('auto' as const, 'low' as const, 'high' as const),
});
const file = fc.record({
  type: fc.constant('document' as const),
  source: bytes.map((base64) => ({ kind: 'bytes' as const, mediaType: 'application/pdf', base64 })),
  name: word,
});
const audio = fc.record({
  type: fc.constant('audio' as const),
  source: bytes.map((base64) => ({ kind: 'bytes' as const, mediaType: 'audio/mpeg', base64 })),
});
const userTurn: fc.Arbitrary<Message> = fc.record({
  role: fc.constant('user' as const),
  content: fc.array(fc.oneof(textPart, image, file, audio), { minLength: 1, maxLength: 3 }),
});
const provenReasoning = fc.record({ type: fc.constant('reasoning' as const), text: word, signature });
const assistantTurn = fc
  .array(fc.oneof<fc.Arbitrary<AssistantPart>[]>(text, refusal, provenReasoning), {
    minLength: 1,
    maxLength: 3,
  })
  .map((content): Message => ({ role: 'assistant', content }));
const toolRound = fc.tuple(call, textPart).map(([made, output]): Message[] => [
  { role: 'assistant', content: [made] },
  { role: 'tool', results: [{ callId: made.id, name: made.name, content: [output], isError: false }] },
]);
const request: fc.Arbitrary<ChatRequest> = fc
  .record(
    {
      system: word,
      rounds: fc.array(
        fc
          .tuple(
            userTurn,
            fc.oneof(
              assistantTurn.map((turn) => [turn]),
              toolRound,
            ),
          )
          .map(([user, rest]) => [user, ...rest]),
        { minLength: 1, maxLength: 3 },
      ),
      isStreamed: fc.boolean(),
      tools: fc.array(
        fc.record({
          name,
          description: word,
          parameters: fc.constant({ type: 'object' }),
          strict: fc.boolean(),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      toolChoice: fc.constantFrom<ToolChoice[]>({ type: 'auto' }, { type: 'required', names: ['f'] }),
      maxOutputTokens: fc.integer({ min: 16, max: 1e6 }),
      temperature: fc.constantFrom(0, 0.5, 2),
      topP: fc.constantFrom(0, 1),
      reasoning: fc.record({
        effort: fc.constantFrom('low' as const, 'high' as const),
        isShown: fc.constant(true),
      }),
      verbosity: fc.constantFrom('low' as const, 'high' as const),
      outputFormat: fc.record({
        type: fc.constant('json-schema' as const),
        schema: fc.constant({ type: 'object' }),
        name,
        strict: fc.boolean(),
      }),
      userId: word,
      metadata: fc.dictionary(name, word),
      promptCacheKey: word,
    },
    { requiredKeys: ['system', 'rounds', 'isStreamed', 'tools'] },
  )
  .map(({ system, rounds, ...rest }) => ({
    model: 'fast',
    messages: [{ role: 'system', content: [{ type: 'text', text: system }] }, ...rounds.flat()],
    ...rest,
  }));

describe('an encoded request', () => {
  it('decodes to the same request, as far as the format can express it', () => {
    fc.assert(
      fc.property(request, (original) => {
        const { value, warnings } = openAiResponsesEgress.encodeRequest(original, 'fast');
        expect(warnings).toEqual([]);
        expect(openAiResponsesIngress.decodeRequest(value, {})).toEqual({ value: original, warnings: [] });
      }),
    );
  });
});
