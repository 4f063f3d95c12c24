import { crc32 } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { EventStreamCodec, Int64, type MessageHeaders } from '@smithy/eventstream-codec';
import * as fc from 'fast-check';
import { InvalidEventStream, EventStreamDecoder, type EventStreamMessage } from './index.js';

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString('utf8'),
  (text) => Buffer.from(text, 'utf8'),
);

const headerValue = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('string' as const), value: fc.string() }) },
  fc.record({ type: fc.constant('boolean' as const), value: fc.boolean() }),
  fc.record({ type: fc.constant('byte' as const), value: fc.integer({ min: -128, max: 127 }) }),
  fc.record({ type: fc.constant('short' as const), value: fc.integer({ min: -32768, max: 32767 }) }),
  fc.record({ type: fc.constant('integer' as const), value: fc.integer() }),
  fc.record({ type: fc.constant('long' as const), value: fc.constant(Int64.fromNumber(7)) }),
  fc.record({ type: fc.constant('binary' as const), value: fc.uint8Array({ maxLength: 20 }) }),
  fc.record({ type: fc.constant('timestamp' as const), value: fc.constant(new Date(1_000)) }),
  fc.record({ type: fc.constant('uuid' as const), value: fc.uuid() }),
);
const headerName = fc.string({ minLength: 1, maxLength: 20 }).filter((name) => name !== '__proto__');
const message = fc.record({
  headers: fc.dictionary(headerName, headerValue, { maxKeys: 5, noNullPrototype: true }),
  body: fc.uint8Array({ maxLength: 60 }),
});
const chunkSizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });

interface Sent {
  headers: MessageHeaders;
  body: Uint8Array;
}

function encode(messages: readonly Sent[]): Buffer {
  return Buffer.concat(messages.map((one) => codec.encode(one)));
}

function decode(stream: Uint8Array, sizes: readonly number[], maxMessageBytes?: number) {
  const decoder = new EventStreamDecoder({ maxMessageBytes });
  const messages: EventStreamMessage[] = [];
  let start = 0;
  let failure: string | undefined;
  try {
    for (let index = 0; start < stream.length; index += 1) {
      const end = start + (sizes[index % sizes.length] ?? 1);
      messages.push(...decoder.push(stream.subarray(start, end)));
      start = end;
    }
  } catch (error) {
    if (!(error instanceof InvalidEventStream)) throw error;
    messages.push(...error.precedingMessages);
    failure = error.message;
  }
  return { messages: messages.map(asPlain), failure, isBetweenMessages: decoder.isBetweenMessages };
}

function asPlain({ headers, payload }: EventStreamMessage): object {
  return { headers: { ...headers }, payload: payload.toString('hex') };
}

function expectedFrom({ headers, body }: Sent): object {
  const texts = Object.entries(headers).filter(([, { type }]) => type === 'string');
  return {
    headers: Object.fromEntries(texts.map(([name, { value }]) => [name, value])),
    payload: Buffer.from(body).toString('hex'),
  };
}

describe('messages of an event stream', () => {
  it('are decoded as an encoder of AWS has written them, with any chunks', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 5 }), chunkSizes, (messages, sizes) => {
        const decoded = decode(encode(messages), sizes);
        expect(decoded).toEqual({
          messages: messages.map(expectedFrom),
          failure: undefined,
          isBetweenMessages: true,
        });
      }),
      { numRuns: 300 },
    );
  });

  it('are returned up to the first changed byte', () => {
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 1, maxLength: 4 }),
        chunkSizes,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (messages, sizes, offset, change) => {
          const stream = encode(messages);
          const at = offset % stream.length;
          stream[at] = (stream[at] ?? 0) ^ change;
          const ends = messages.map((_, index) => encode(messages.slice(0, index + 1)).length);
          const whole = ends.filter((end) => end <= at).length;
          const decoded = decode(stream, sizes);
          expect(decoded.messages).toEqual(messages.slice(0, whole).map(expectedFrom));
          expect(decoded.failure).toMatch(/checksum/);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('exceed the limit at the same message, with any chunks', () => {
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 1, maxLength: 4 }),
        chunkSizes,
        fc.integer({ min: 16, max: 120 }),
        (messages, sizes, limit) => {
          const fitting = messages.findIndex((one) => codec.encode(one).length > limit);
          const decoded = decode(encode(messages), sizes, limit);
          const good = fitting === -1 ? messages : messages.slice(0, fitting);
          expect(decoded.messages).toEqual(good.map(expectedFrom));
          expect(decoded.failure !== undefined).toBe(fitting !== -1);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are not complete while one is partial', () => {
    const stream = encode([{ headers: {}, body: Buffer.from('{}') }]);
    expect(decode(stream.subarray(0, -1), [3])).toEqual({
      messages: [],
      failure: undefined,
      isBetweenMessages: false,
    });
  });

  it('are not read after an error', () => {
    const decoder = new EventStreamDecoder();
    const good = encode([{ headers: {}, body: Buffer.from('{}') }]);
    expect(() => decoder.push(Buffer.alloc(16, 1))).toThrow(InvalidEventStream);
    expect(() => decoder.push(good)).toThrow(InvalidEventStream);
  });
});

function seal(bytes: Buffer): Buffer {
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 8)), 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
  return bytes;
}

/** A message with valid checksums and arbitrary headers. */
function frame(headers: Buffer): Buffer {
  const bytes = Buffer.from(codec.encode({ headers: {}, body: headers }));
  bytes.writeUInt32BE(headers.length, 4);
  return seal(bytes);
}

describe('invalid headers', () => {
  it.each<[string, Buffer]>([
    ['a name beyond the end', Buffer.from([9, 0x61])],
    ['no type', Buffer.from([1, 0x61])],
    ['no length', Buffer.from([1, 0x61, 7, 0])],
    ['a value beyond the end', Buffer.from([1, 0x61, 7, 0, 9, 0x62])],
    ['a number beyond the end', Buffer.from([1, 0x61, 5, 0])],
    ['an unknown type', Buffer.from([1, 0x61, 10, 0, 0])],
  ])('%s', (_what, headers) => {
    expect(() => new EventStreamDecoder().push(frame(headers))).toThrow(InvalidEventStream);
  });

  it('are longer than the message', () => {
    const bytes = Buffer.from(codec.encode({ headers: {}, body: Buffer.from('{}') }));
    bytes.writeUInt32BE(100, 4);
    expect(() => new EventStreamDecoder().push(seal(bytes))).toThrow(/shorter than its headers/);
  });
});
