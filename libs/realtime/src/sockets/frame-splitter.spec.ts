import { describe, expect, it } from '@jest/globals';
import { FrameSplitter } from './frame-splitter.js';

const MAX_BYTES = 2 * 1024 * 1024;
const TEXT = 1;
const CONTINUATION = 0;
const PING = 9;

interface SentFrame {
  opcode: number;
  payload: Buffer;
  isFinal?: boolean;
}

/** A masked frame of a client. */
function encode({ opcode, payload, isFinal = true }: SentFrame): Buffer {
  const { length } = payload;
  const mask = Buffer.from([1, 2, 3, 4]);
  const extended = Buffer.alloc(length < 126 ? 0 : length < 65_536 ? 2 : 8);
  if (extended.length === 2) extended.writeUInt16BE(length);
  if (extended.length === 8) extended.writeBigUInt64BE(BigInt(length));
  const short = length < 126 ? length : length < 65_536 ? 126 : 127;
  const head = Buffer.from([(isFinal ? 0x80 : 0) | opcode, 0x80 | short]);
  return Buffer.concat([head, extended, mask, applyMask(payload, mask)]);
}

function applyMask(bytes: Buffer, mask: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
}

/** Every frame of the bytes, unmasked. */
function decode(bytes: Buffer): Required<SentFrame>[] {
  const frames: Required<SentFrame>[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const short = (bytes[at + 1] ?? 0) & 0x7f;
    at += 2;
    const length =
      short === 127 ? Number(bytes.readBigUInt64BE(at)) : short === 126 ? bytes.readUInt16BE(at) : short;
    at += short === 127 ? 8 : short === 126 ? 2 : 0;
    const mask = bytes.subarray(at, at + 4);
    const payload = applyMask(bytes.subarray(at + 4, at + 4 + length), mask);
    frames.push({ opcode: first & 0x0f, isFinal: (first & 0x80) !== 0, payload });
    at += 4 + length;
  }
  return frames;
}

const fill = (bytes: number): Buffer => Buffer.from(Array.from({ length: bytes }, (_, index) => index % 251));

/** The output for chunks of this size, and the counters. */
function pushAll(bytes: Buffer, chunkBytes: number) {
  const splitter = new FrameSplitter(MAX_BYTES);
  const out: Buffer[] = [];
  const counted = { payloadBytes: 0, announcedBytes: 0 };
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    out.push(...splitter.push(bytes.subarray(at, at + chunkBytes)));
    counted.payloadBytes += splitter.payloadBytes;
    counted.announcedBytes += splitter.announcedBytes;
  }
  return { out: Buffer.concat(out), parts: out.length, counted, splitter };
}

const MESSAGES: SentFrame[] = [
  { opcode: TEXT, payload: fill(5) },
  { opcode: PING, payload: fill(3) },
  { opcode: TEXT, payload: fill(0) },
  { opcode: TEXT, payload: fill(300), isFinal: false },
  { opcode: CONTINUATION, payload: fill(70_000) },
];

describe('frames', () => {
  it.each([1, 2, 3, 7, 64, 100_000])('are forwarded unchanged, in chunks of %i bytes', (chunkBytes) => {
    const bytes = Buffer.concat(MESSAGES.map(encode));
    const { out, counted, splitter } = pushAll(bytes, chunkBytes);
    expect(out.equals(bytes)).toBe(true);
    expect(counted).toEqual({ payloadBytes: 70_305, announcedBytes: 70_305 });
    expect(splitter.isMidMessage).toBe(false);
  });

  it('are not copied if they arrive as a whole', () => {
    expect(pushAll(Buffer.concat(MESSAGES.map(encode)), 1_000_000).parts).toBe(1);
  });

  it.each([1_000, 65_536, 3_000_000])('are split if they are large, in chunks of %i bytes', (chunkBytes) => {
    const large = fill(1_000_001);
    const sent = [
      { opcode: TEXT, payload: large, isFinal: false },
      { opcode: CONTINUATION, payload: fill(9) },
      { opcode: TEXT, payload: fill(4) },
    ];
    const frames = decode(pushAll(Buffer.concat(sent.map(encode)), chunkBytes).out);
    expect(frames.map(({ opcode, isFinal, payload }) => [opcode, isFinal, payload.length])).toEqual([
      [TEXT, false, 262_144],
      [CONTINUATION, false, 262_144],
      [CONTINUATION, false, 262_144],
      [CONTINUATION, false, 213_569],
      [CONTINUATION, true, 9],
      [TEXT, true, 4],
    ]);
    expect(Buffer.concat(frames.slice(0, 4).map(({ payload }) => payload)).equals(large)).toBe(true);
  });

  it.each([1, 7, 64, 100_000])('of every kind are counted, %i bytes at a time', (chunkBytes) => {
    const splitter = new FrameSplitter(MAX_BYTES);
    const bytes = Buffer.concat(MESSAGES.map(encode));
    let frames = 0;
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      splitter.push(bytes.subarray(at, at + chunkBytes));
      frames += splitter.frames;
    }
    expect(frames).toBe(MESSAGES.length);
  });

  it('are read up to the given number, and the rest later', () => {
    const splitter = new FrameSplitter(MAX_BYTES);
    let rest: Buffer = Buffer.concat(MESSAGES.map(encode));
    const whole = rest;
    const out: Buffer[] = [];
    const counts: number[] = [];
    while (rest.length > 0) {
      out.push(...splitter.push(rest, 2));
      counts.push(splitter.frames);
      rest = rest.subarray(splitter.readBytes);
    }
    expect(counts).toEqual([2, 2, 1]);
    expect(Buffer.concat(out).equals(whole)).toBe(true);
  });

  it('above the message limit are left to `ws` to reject, and reserve nothing', () => {
    const bytes = encode({ opcode: TEXT, payload: fill(MAX_BYTES + 1) }).subarray(0, 20);
    const { out, counted } = pushAll(bytes, 20);
    expect(out.equals(bytes)).toBe(true);
    expect(counted.announcedBytes).toBe(0);
  });

  it('with a longer announced length leave a message unfinished', () => {
    const { counted, splitter } = pushAll(encode(MESSAGES[4] as SentFrame).subarray(0, 100), 10);
    expect(counted).toEqual({ payloadBytes: 86, announcedBytes: 70_000 });
    expect(splitter.isMidMessage).toBe(true);
  });
});
