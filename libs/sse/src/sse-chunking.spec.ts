import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { anyCharacter } from '../../../test/any-text/index.js';
import { encodeSseEvent, SseDecoder, SseEventTooLarge, type SseBlock, type SseEvent } from './index.js';

const utf8 = new TextEncoder();
const anyText = fc.string({ unit: anyCharacter, maxLength: 12 });

const line = fc.oneof(
  fc.constantFrom('', '', 'data', 'data:', 'event:', 'id', 'retry: 10', ': keep-alive', 'data: [DONE]'),
  fc
    .tuple(fc.constantFrom('data', 'event', 'id', 'other', ''), fc.constantFrom(':', ': ', ':  '), anyText)
    .map((parts) => parts.join('')),
  anyText,
);
const lineEnd = fc.constantFrom('\n', '\r', '\r\n');
const streamText = fc
  .tuple(fc.constantFrom('', '\uFEFF'), fc.array(fc.tuple(line, lineEnd)), line)
  .map(([mark, lines, last]) => `${mark}${lines.flat().join('')}${last}`);
const streamBytes = fc.oneof(
  { weight: 9, arbitrary: streamText.map((text) => utf8.encode(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }) },
);
const chunkSizes = fc.oneof(
  fc.constant([1]),
  fc
    .array(fc.integer({ min: 0, max: 20 }), { minLength: 1 })
    .filter((sizes) => sizes.some((size) => size > 0)),
);

function* generateChunks(stream: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  let start = 0;
  for (let index = 0; start < stream.length; index += 1) {
    const end = start + (sizes[index % sizes.length] ?? 1);
    yield stream.subarray(start, end);
    start = end;
  }
}

interface Decoded {
  events: SseEvent[];
  raw: Buffer;
  tooLarge: boolean;
}

function decode(chunks: Iterable<Uint8Array>, maxEventBytes?: number): Decoded {
  const decoder = new SseDecoder({ maxEventBytes });
  const blocks: SseBlock[] = [];
  let tooLarge = false;
  try {
    for (const chunk of chunks) blocks.push(...decoder.push(chunk));
  } catch (error) {
    if (!(error instanceof SseEventTooLarge)) throw error;
    blocks.push(...error.precedingBlocks);
    tooLarge = true;
  }
  return {
    events: blocks.flatMap(({ event }) => event ?? []),
    raw: Buffer.concat([...blocks.map(({ raw }) => raw), decoder.end().tail]),
    tooLarge,
  };
}

/** The algorithm of the standard on a whole stream, written for clarity. */
function expectedEvents(stream: Uint8Array): SseEvent[] {
  const lines = new TextDecoder().decode(stream).split(/\r\n|\r|\n/);
  const events: SseEvent[] = [];
  let fields: [name: string, value: string][] = [];
  for (const text of lines.slice(0, -1)) {
    if (text !== '') {
      const colon = text.indexOf(':');
      const name = colon === -1 ? text : text.slice(0, colon);
      fields.push([name, colon === -1 ? '' : text.slice(colon + 1).replace(/^ /, '')]);
      continue;
    }
    const getValues = (name: string) => fields.filter(([other]) => other === name).map(([, value]) => value);
    const event = getValues('event').at(-1);
    const id = getValues('id')
      .filter((value) => !value.includes('\0'))
      .at(-1);
    if (getValues('data').length > 0) {
      events.push({
        ...(event ? { event } : {}),
        data: getValues('data').join('\n'),
        ...(id === undefined ? {} : { id }),
      });
    }
    fields = [];
  }
  return events;
}

describe('any stream in any chunks', () => {
  it('decodes to the events of the standard', () => {
    fc.assert(
      fc.property(streamBytes, chunkSizes, (stream, sizes) => {
        expect(decode(generateChunks(stream, sizes)).events).toEqual(expectedEvents(stream));
      }),
      { numRuns: 300 },
    );
  });

  it('returns every byte', () => {
    fc.assert(
      fc.property(streamBytes, chunkSizes, (stream, sizes) => {
        expect(decode(generateChunks(stream, sizes)).raw.equals(stream)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('exceeds the limit at the same event', () => {
    fc.assert(
      fc.property(
        streamBytes,
        chunkSizes,
        fc.integer({ min: 0, max: 40 }),
        (stream, sizes, maxEventBytes) => {
          const whole = decode([stream], maxEventBytes);
          const chunked = decode(generateChunks(stream, sizes), maxEventBytes);
          expect(chunked.tooLarge).toBe(whole.tooLarge);
          expect(chunked.events).toEqual(whole.events);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is rejected exactly above the limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 64 }),
        fc.integer({ min: 1, max: 64 }),
        chunkSizes,
        (bound, excess, sizes) => {
          const endless = new Uint8Array(bound + excess).fill(0x61);
          expect(decode(generateChunks(endless, sizes), bound).tooLarge).toBe(true);
          expect(decode(generateChunks(endless.subarray(0, bound), sizes), bound).tooLarge).toBe(false);
        },
      ),
    );
  });
});

describe('encoded events', () => {
  const oneLine = anyText.filter((text) => !/[\r\n\0]/.test(text));
  const sseEvent = fc.record(
    { event: oneLine.filter((text) => text !== ''), data: streamText, id: oneLine },
    { requiredKeys: ['data'] },
  );

  it('decode to the same events, with LF for every line break', () => {
    fc.assert(
      fc.property(fc.array(sseEvent), chunkSizes, (events, sizes) => {
        const stream = utf8.encode(events.map((event) => encodeSseEvent(event)).join(''));
        const normalised = events.map((event) => ({ ...event, data: event.data.replace(/\r\n?/g, '\n') }));
        expect(decode(generateChunks(stream, sizes)).events).toEqual(normalised);
      }),
      { numRuns: 100 },
    );
  });
});
