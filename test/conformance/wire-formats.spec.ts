import { describe, expect, it } from '@jest/globals';
import {
  type ChatRequest,
  type ChatResponse,
  type JsonObject,
  type StreamPart,
  collectResponse,
  streamResponse,
} from '#canonical';
import { SseDecoder } from '#sse';
import { type EncodingContext, type RouteHints, WIRE_FORMATS } from '#wire';
import * as fc from 'fast-check';
import { chatRequest, chatResponse, getTexts } from './arbitraries.js';
import { type SpokenFormat } from './spoken-format.js';
import { UPSTREAM_ONLY } from './upstream-only.js';

/** Legacy completions have no conversation: only text is compared. */
const { 'openai-completions': _, ...ofClients } = WIRE_FORMATS;
const SPOKEN: Readonly<Record<string, SpokenFormat>> = { ...ofClients, ...UPSTREAM_ONLY };
const conversational = Object.entries(SPOKEN);
const clients = Object.keys(ofClients);
const answerPairs = conversational.flatMap(([from]) => clients.map((to) => [from, to] as const));
const requestPairs = clients.flatMap((from) => conversational.map(([to]) => [from, to] as const));

const hints: RouteHints = { model: 'm', isStreamed: true, query: { alt: 'sse' } };

function contextFor(format: SpokenFormat): EncodingContext {
  const request: ChatRequest = {
    model: 'm',
    isStreamed: true,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
    maxOutputTokens: 100,
  };
  const body = {
    ...format.egress.encodeRequest(request, 'm').value,
    stream_options: { include_usage: true },
  };
  return { request, body, hints, requestId: 'req_0123456789abcdef0123456789abcdef' };
}

function encodeStream(format: SpokenFormat, parts: readonly StreamPart[]): Buffer {
  const encoder = format.ingress.createStreamEncoder(contextFor(format));
  return Buffer.from(parts.map((part) => encoder.push(part)).join('') + encoder.end());
}

function decodeStream(format: SpokenFormat, chunks: readonly Uint8Array[]): StreamPart[] {
  const sse = new SseDecoder();
  const decoder = format.egress.createStreamDecoder();
  const parts = chunks
    .flatMap((chunk) => sse.push(chunk))
    .flatMap(({ event }) => (event ? decoder.push(event) : []));
  return [...parts, ...decoder.end()];
}

/** The response as a client of this format receives it, decoded again as from an upstream of this format. */
function throughStream(format: SpokenFormat, response: ChatResponse, cuts: readonly number[]): ChatResponse {
  const bytes = encodeStream(format, streamResponse(response));
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((x, y) => x - y);
  const chunks = [0, ...places].map((place, index) => bytes.subarray(place, places[index] ?? bytes.length));
  return collectResponse(decodeStream(format, chunks));
}

function essence({ choices, usage }: ChatResponse): object {
  return {
    choices: choices.map(({ content, finish }) => ({
      kind: finish.kind,
      text: content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
      calls: content.flatMap((part) =>
        part.type === 'tool-call'
          ? [{ name: part.name, arguments: JSON.parse(part.arguments) as unknown }]
          : [],
      ),
    })),
    usage: { input: usage?.inputTokens, output: usage?.outputTokens },
  };
}

describe.each(conversational)('the rules of %s', (_id, format) => {
  it('a streamed response means the same, however its bytes are divided', () => {
    fc.assert(
      fc.property(chatResponse, fc.array(fc.nat()), (response, cuts) => {
        expect(essence(throughStream(format, response, cuts))).toEqual(essence(response));
      }),
      { numRuns: 25 },
    );
  });

  it('a response without streaming means the same', () => {
    fc.assert(
      fc.property(chatResponse, (response) => {
        const encoded = JSON.parse(
          JSON.stringify(format.ingress.encodeResponse(response, contextFor(format))),
        ) as JsonObject;
        expect(essence(format.egress.decodeResponse(encoded))).toEqual(essence(response));
      }),
      { numRuns: 25 },
    );
  });
});

describe.each(answerPairs)('a response of a %s upstream for a %s client', (from, to) => {
  const upstream = getFormat(from);
  const client = getFormat(to);

  it('means the same without streaming', () => {
    fc.assert(
      fc.property(chatResponse, (response) => {
        const sent = upstream.ingress.encodeResponse(response, contextFor(upstream));
        const hub = upstream.egress.decodeResponse(JSON.parse(JSON.stringify(sent)) as JsonObject);
        const seen = client.ingress.encodeResponse(hub, contextFor(client));
        expect(essence(client.egress.decodeResponse(JSON.parse(JSON.stringify(seen)) as JsonObject))).toEqual(
          essence(response),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('means the same when it is streamed', () => {
    fc.assert(
      fc.property(chatResponse, (response) => {
        const sent = encodeStream(upstream, streamResponse(response));
        const seen = encodeStream(client, decodeStream(upstream, [sent]));
        expect(essence(collectResponse(decodeStream(client, [seen])))).toEqual(essence(response));
      }),
      { numRuns: 20 },
    );
  });
});

describe.each(requestPairs)('a conversation from %s to %s', (from, to) => {
  it('loses no text and no call', () => {
    const source = getFormat(from);
    const target = getFormat(to);
    fc.assert(
      fc.property(chatRequest, (request) => {
        const sent = source.egress.encodeRequest(request, 'm').value;
        const hub = source.ingress.decodeRequest(sent, hints).value;
        const forwarded = target.egress.encodeRequest(hub, 'm').value;
        const arrived = target.ingress.decodeRequest(
          JSON.parse(JSON.stringify(forwarded)) as JsonObject,
          hints,
        ).value;
        const seen = getTexts(arrived).join('\n');
        for (const text of getTexts(request)) expect(seen).toContain(text);
        expect(getCalls(arrived)).toEqual(getCalls(request));
      }),
      { numRuns: 40 },
    );
  });
});

function getFormat(id: string): SpokenFormat {
  const format = SPOKEN[id];
  if (format === undefined) throw new Error(`There is no format ${id}.`);
  return format;
}

function getCalls({ messages }: ChatRequest): unknown[] {
  return messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.content.flatMap((part) =>
          part.type === 'tool-call'
            ? [{ name: part.name, arguments: JSON.parse(part.arguments) as unknown }]
            : [],
        )
      : [],
  );
}
