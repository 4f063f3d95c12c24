import { describe, expect, it } from '@jest/globals';
import { type AssistantPart, type ChatResponse, type JsonObject, streamResponse } from '#canonical';
import { SseDecoder } from '#sse';
import * as fc from 'fast-check';
import { type EncodingContext } from '../chat-codec.js';
import { geminiIngress } from './index.js';

const CONTEXT: EncodingContext = {
  request: { model: 'm' },
  body: { generationConfig: { thinkingConfig: { includeThoughts: true } } },
  hints: { query: { alt: 'sse' } },
  requestId: 'req_1',
};

interface Content {
  role: string;
  parts: JsonObject[];
}

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const signature = fc.record({
  origin: fc.constantFrom('anthropic-messages', 'openai-responses'),
  value: fc.string({ minLength: 1 }),
});
const hidden = fc.record(
  { signature, isRedacted: fc.constant(true as const) },
  { requiredKeys: ['signature'] },
);
const said = fc.oneof<fc.Arbitrary<AssistantPart>[]>(
  text.map((words) => ({ type: 'text', text: words })),
  fc.uuid().map((id) => ({ type: 'tool-call', id, name: 'f', arguments: '{"a":1}' })),
  fc.constant({ type: 'image', source: { kind: 'bytes', mediaType: 'image/png', base64: 'iVBO' } }),
);

/** Content of another service. This format does not distinguish adjacent texts. */
const content = fc
  .array(fc.record({ thought: fc.option(fc.record({ text, signature })), hidden: fc.option(hidden), said }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((steps) =>
    steps
      .flatMap((step): AssistantPart[] => [
        ...(step.thought ? [{ type: 'reasoning' as const, ...step.thought }] : []),
        ...(step.hidden ? [{ type: 'reasoning' as const, text: '', ...step.hidden }] : []),
        step.said,
      ])
      .filter((part, index, parts) => part.type !== 'text' || parts[index - 1]?.type !== 'text'),
  );

function encode(answer: ChatResponse): JsonObject[] {
  return [geminiIngress.encodeResponse(answer, CONTEXT)];
}

function stream(answer: ChatResponse): JsonObject[] {
  const encoder = geminiIngress.createStreamEncoder(CONTEXT);
  const sent = streamResponse(answer).map((part) => encoder.push(part));
  return new SseDecoder()
    .push(Buffer.from(sent.join('') + encoder.end()))
    .flatMap(({ event }) => (event ? [JSON.parse(event.data) as JsonObject] : []));
}

describe.each([
  ['whole', encode],
  ['streamed', stream],
])('a candidate with the reasoning of other services, %s', (_, toChunks) => {
  it('has parts that clients keep and that decode to the same content', () => {
    fc.assert(
      fc.property(content, (parts) => {
        const choices = [{ index: 0, content: parts, finish: { kind: 'stop' as const } }];
        const chunks = toChunks({ id: 'r', model: 'm', createdAtSeconds: 1, choices });
        const contents = chunks.flatMap(
          ({ candidates }) => (candidates as unknown as { content: Content }[])[0]?.content ?? [],
        );
        expect(contents.every((one) => one.parts.length > 0)).toBe(true);
        expect(contents.flatMap((one) => one.parts).filter((part) => part['text'] === '')).toEqual([]);
        const body = { contents: [{ parts: [{ text: 'Hi' }] }, ...contents] } as unknown as JsonObject;
        const { messages } = geminiIngress.decodeRequest(body, { model: 'm' }).value;
        expect(messages[1]).toEqual({ role: 'assistant', content: parts });
      }),
    );
  });
});
