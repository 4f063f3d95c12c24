import { describe, expect, it } from '@jest/globals';
import {
  type AssistantPart,
  type ChatRequest,
  type ChatResponse,
  type FinishReason,
  type Message,
  type StreamPart,
  collectResponse,
  streamResponse,
} from '#canonical';
import { SseDecoder } from '#sse';
import * as fc from 'fast-check';
import { type EncodingContext } from '../chat-codec.js';
import { anthropicMessagesEgress as egress, anthropicMessagesIngress as ingress } from './index.js';

const context: EncodingContext = {
  request: { model: 'm' },
  body: {},
  hints: {},
  requestId: 'req-1',
};

const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => text.trim() === text);
const signature = fc.record({
  origin: fc.constant('anthropic-messages'),
  value: fc.base64String({ minLength: 4 }),
});
const json = fc.dictionary(
  fc.string({ unit: 'grapheme-ascii' }).filter((key) => key !== '__proto__'),
  fc.oneof(fc.string(), fc.integer(), fc.boolean()),
);
const name = fc.stringMatching(/^[a-z_-]{1,10}$/);

const textPart = fc.record({ type: fc.constant('text' as const), text: words });
const citedPart = fc.tuple(words, words).map(([text, title]): AssistantPart => ({
  type: 'text',
  text,
  citations: [{ url: 'https://example.org/a', title, start: 0, end: text.length }],
}));
const thought = fc.oneof(
  fc.record({ type: fc.constant('reasoning' as const), text: words, signature }),
  fc.record({
    type: fc.constant('reasoning' as const),
    text: fc.constant(''),
    isRedacted: fc.constant(true),
    signature,
  }),
);
const callPart = fc.tuple(fc.uuid(), name, json).map(([id, tool, input]): AssistantPart => ({
  type: 'tool-call',
  id,
  name: tool,
  arguments: JSON.stringify(input),
}));
const content: fc.Arbitrary<AssistantPart[]> = fc
  .tuple(
    fc.array(thought, { maxLength: 2 }),
    fc.array(fc.oneof(textPart, citedPart)),
    fc.array(callPart, { maxLength: 3 }),
  )
  .map(([thoughts, texts, calls]) => [...thoughts, ...texts, ...calls]);

const usage = fc
  .record({
    fresh: fc.nat(),
    cachedInputTokens: fc.nat(),
    cacheWriteTokens: fc.nat(),
    outputTokens: fc.nat(),
    reasoningTokens: fc.nat(),
  })
  .map(({ fresh, ...rest }) => ({
    ...rest,
    inputTokens: fresh + rest.cachedInputTokens + rest.cacheWriteTokens,
  }));

const response: fc.Arbitrary<ChatResponse> = fc
  .record({
    content,
    usage,
    finish: fc.constantFrom<FinishReason>(
      { kind: 'stop' },
      { kind: 'length' },
      { kind: 'stop-sequence', stopSequence: 'END' },
    ),
  })
  .map(({ content: parts, usage: counts, finish }) => ({
    id: 'msg_1',
    model: 'm',
    createdAtSeconds: 0,
    choices: [{ index: 0, content: parts, finish: getEnd(parts, finish) }],
    usage: counts,
    serviceTier: 'default',
  }));

function getEnd(parts: readonly AssistantPart[], finish: FinishReason): FinishReason {
  const calls = parts.some((part) => part.type === 'tool-call');
  return calls && finish.kind !== 'length' ? { kind: 'tool-calls' } : finish;
}

/** Without fields that this format lacks: the creation time, and the raw values of the upstream. */
function toComparable({ choices, usage: counts, ...rest }: ChatResponse): object {
  return {
    ...rest,
    createdAtSeconds: 0,
    choices: choices.map((choice) => ({ ...choice, finish: { ...choice.finish, raw: undefined } })),
    usage: { ...counts, raw: undefined, serviceTier: undefined },
  };
}

function throughStream(whole: ChatResponse): StreamPart[] {
  const encoder = ingress.createStreamEncoder(context);
  const text =
    streamResponse(whole)
      .map((part) => encoder.push(part))
      .join('') + encoder.end();
  const decoder = egress.createStreamDecoder();
  const blocks = new SseDecoder().push(Buffer.from(text));
  const parts = blocks.flatMap(({ event }) => (event ? decoder.push(event) : []));
  return [...parts, ...decoder.end()];
}

const bytes = { kind: 'bytes' as const, mediaType: 'image/png', base64: 'iVBORw0KGgo=' };
const userPart = fc.oneof(
  textPart,
  fc.constant({ type: 'image' as const, source: bytes, cache: { ttl: '1h' as const } }),
  fc.record({
    type: fc.constant('document' as const),
    name: words,
    source: fc.constant({ ...bytes, mediaType: 'text/plain', base64: 'aGV5' }),
  }),
);
const user: fc.Arbitrary<Message[]> = fc
  .array(userPart, { minLength: 1, maxLength: 3 })
  .map((parts) => [{ role: 'user', content: parts }]);

/** An assistant message with the results of all its calls, and the next user message. */
const exchange: fc.Arbitrary<Message[]> = fc
  .tuple(
    content.filter((parts) => parts.some((part) => part.type === 'text')),
    userPart,
    fc.boolean(),
  )
  .map(([parts, next, isError]) => {
    const plain = parts.map((part) => (part.type === 'text' ? { type: part.type, text: part.text } : part));
    const results = plain.flatMap((part) =>
      part.type === 'tool-call'
        ? [{ callId: part.id, name: part.name, content: [{ type: 'text' as const, text: 'ok' }], isError }]
        : [],
    );
    return [
      { role: 'assistant', content: plain },
      ...(results.length > 0 ? [{ role: 'tool' as const, results }] : []),
      { role: 'user', content: [next] },
    ];
  });

const request: fc.Arbitrary<ChatRequest> = fc
  .record({
    opening: user,
    exchanges: fc.array(exchange, { maxLength: 3 }),
    system: fc.option(words, { nil: undefined }),
    settings: fc.record(
      {
        temperature: fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs),
        topK: fc.nat(),
        stopSequences: fc.array(words, { minLength: 1 }),
        userId: words,
        toolChoice: fc.constantFrom(
          { type: 'auto' as const },
          { type: 'none' as const },
          { type: 'required' as const },
        ),
        outputFormat: fc.constant({ type: 'json-schema' as const, schema: { type: 'object' } }),
        serviceTier: fc.constantFrom('auto', 'default'),
        webSearch: fc.record(
          {
            maxUses: fc.integer({ min: 1, max: 20 }),
            allowedDomains: fc.array(words, { minLength: 1 }),
            blockedDomains: fc.array(words, { minLength: 1 }),
            location: fc.record({ city: words, timezone: words }, { requiredKeys: ['city'] }),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
    isStreamed: fc.boolean(),
  })
  .map(({ opening, exchanges, system, settings, isStreamed }) => ({
    model: 'm',
    isStreamed,
    maxOutputTokens: 9000,
    messages: [
      ...(system === undefined
        ? []
        : [{ role: 'system' as const, content: [{ type: 'text' as const, text: system }] }]),
      ...opening,
      ...exchanges.flat(),
    ],
    tools: [{ name: 'f', description: 'd', parameters: { type: 'object' }, strict: true }],
    ...settings,
  }));

describe('properties of the Messages format', () => {
  it('a streamed response equals the complete response', () => {
    fc.assert(
      fc.property(response, (whole) => {
        expect(toComparable(collectResponse(throughStream(whole)))).toEqual(toComparable(whole));
      }),
    );
  });

  it('an encoded response decodes to the same response', () => {
    fc.assert(
      fc.property(response, (whole) => {
        expect(toComparable(egress.decodeResponse(ingress.encodeResponse(whole, context)))).toEqual(
          toComparable(whole),
        );
      }),
    );
  });

  it('an encoded request decodes to the same request', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const { value, warnings } = egress.encodeRequest(asked, asked.model);
        expect(warnings).toEqual([]);
        expect(ingress.decodeRequest(value, {})).toEqual({ value: asked, warnings: [] });
      }),
    );
  });

  it('a required search is preserved', () => {
    const messages: Message[] = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }];
    const webSearch = { maxUses: 8, isRequired: true };
    const asked = { model: 'm', isStreamed: false, maxOutputTokens: 9, messages, tools: [], webSearch };
    expect(ingress.decodeRequest(egress.encodeRequest(asked, 'm').value, {}).value).toEqual(asked);
  });

  it.each<NonNullable<ChatRequest['reasoning']>>([
    { effort: 'none' },
    { effort: 'low', isShown: true },
    { effort: 'max', isShown: false },
    { budgetTokens: 2048, isShown: true },
    { isShown: false },
  ])('the thinking settings %j are preserved', (reasoning) => {
    const messages: Message[] = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }];
    const asked = { model: 'm', isStreamed: false, maxOutputTokens: 9000, messages, reasoning };
    const { value } = egress.encodeRequest(asked, 'm');
    expect(ingress.decodeRequest(value, {}).value).toEqual(asked);
  });
});
