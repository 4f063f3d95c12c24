import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { getVideoFacts } from './video-facts.js';
import { type ByteReader } from './video-facts-reader.js';

const FIXTURES = new URL('__fixtures__/', import.meta.url);
const toPath = (name: string): string => fileURLToPath(new URL(`video-facts-${name}`, FIXTURES));
const VIDEOS = readdirSync(FIXTURES)
  .filter((name) => name.startsWith('video-facts-'))
  .map((name) => readFileSync(new URL(name, FIXTURES)));

const buildReader = (bytes: Uint8Array): ByteReader => ({
  read: async (start, length) => bytes.subarray(start, start + length),
});

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
};
const box = (type: string, ...content: Buffer[]): Buffer => {
  const inside = Buffer.concat(content);
  return Buffer.concat([numbers(inside.length + 8), Buffer.from(type, 'latin1'), inside]);
};
const largeBox = (type: string, size: bigint, ...content: Buffer[]): Buffer => {
  const head = Buffer.concat([numbers(1), Buffer.from(type, 'latin1'), Buffer.alloc(8)]);
  head.writeBigUInt64BE(size, 8);
  return Buffer.concat([head, ...content]);
};
const VIDEO_HANDLER = box('hdlr', numbers(0, 0), Buffer.from('vide'));

const withEnormousTable = (): Buffer => {
  const video = readFileSync(toPath('moov-last.mp4'));
  video.writeUInt32BE(0xffff_ffff, video.indexOf('stts') + 8);
  return video;
};

const readBytesRead = async (source: ByteReader): Promise<number> => {
  let bytesRead = 0;
  await getVideoFacts({
    read: async (start, length) => {
      bytesRead += length;
      return source.read(start, length);
    },
  });
  return bytesRead;
};

describe('getVideoFacts', () => {
  const whole = { durationSeconds: 1.5, framesPerSecond: 8, width: 48, height: 32 };

  it.each([
    ['moov-last.mp4', whole],
    ['moov-first.mp4', whole],
    ['video.mov', whole],
    ['audio-first.mp4', { ...whole, durationSeconds: 1.536 }],
    ['video.webm', whole],
    ['piped.webm', { framesPerSecond: 8, width: 48, height: 32 }],
    ['fragmented.mp4', { width: 48, height: 32 }],
    ['ntsc.mkv', { ...whole, durationSeconds: 0.5, framesPerSecond: 29.97 }],
    ['sandbox.mp4', { durationSeconds: 0.5, framesPerSecond: 12, width: 64, height: 66 }],
  ])('reads %s from disk', async (name, facts) => {
    expect(await getVideoFacts(toPath(name))).toEqual(facts);
  });

  it('rejects if the file does not exist', async () => {
    await expect(getVideoFacts(toPath('of-nobody.mp4'))).rejects.toThrow('ENOENT');
  });

  it('reads headers with long times, and the size of the images if the track has none', async () => {
    const longTimes = Buffer.concat([numbers(0x0100_0000, 0, 0, 0, 0, 1000, 0, 2500), Buffer.alloc(64)]);
    const description = Buffer.concat([Buffer.alloc(32), Buffer.from([0x02, 0x80, 0x01, 0x68])]);
    const video = box(
      'moov',
      box('mvhd', longTimes),
      box(
        'trak',
        box('tkhd', Buffer.alloc(84)),
        box(
          'mdia',
          box('mdhd', longTimes),
          VIDEO_HANDLER,
          box(
            'minf',
            box('stbl', box('stsd', numbers(0, 1), description), box('stts', numbers(0, 2, 10, 40, 20, 55))),
          ),
        ),
      ),
    );
    expect(await getVideoFacts(buildReader(video))).toEqual({
      durationSeconds: 2.5,
      framesPerSecond: 20,
      width: 640,
      height: 360,
    });
  });

  it('uses the duration of fragments if the video as a whole has none', async () => {
    const movieHeader = box('mvhd', numbers(0, 0, 0, 600, 0));
    const video = (...parts: Buffer[]): Buffer => box('moov', movieHeader, box('mvex', ...parts));
    expect(await getVideoFacts(buildReader(video(box('mehd', numbers(0, 3000)))))).toEqual({
      durationSeconds: 5,
    });
    expect(await getVideoFacts(buildReader(video(box('mehd', numbers(0x0100_0000, 0, 1500)))))).toEqual({
      durationSeconds: 2.5,
    });
    expect(await getVideoFacts(buildReader(video()))).toEqual({});
  });

  it('skips images of any size, and reads little of a video of 40 gigabytes', async () => {
    const movieAt = 40_000_000_000;
    const head = Buffer.concat([box('ftyp', Buffer.from('isom')), largeBox('mdat', BigInt(movieAt - 12))]);
    const movie = box('moov', box('mvhd', numbers(0, 0, 0, 10, 36_000)));
    let bytesRead = 0;
    const facts = await getVideoFacts({
      read: async (start, length) => {
        bytesRead += length;
        const [chunk, at] = start < movieAt ? [head, start] : [movie, start - movieAt];
        return chunk.subarray(at, at + length);
      },
    });
    expect(facts).toEqual({ durationSeconds: 3600 });
    expect(bytesRead).toBeLessThan(100_000);
  });

  it('omits impossible values', async () => {
    const endless = box('moov', box('mvhd', numbers(0, 0, 0, 0, 500)));
    expect(await getVideoFacts(buildReader(endless))).toEqual({});
    const unknown = box('moov', box('mvhd', numbers(0, 0, 0, 1000, 0xffff_ffff)));
    expect(await getVideoFacts(buildReader(unknown))).toEqual({});
  });
});

describe('a misleading file', () => {
  it.each<[string, ByteReader]>([
    ['tiny boxes without end', { read: async (_start, length) => Buffer.alloc(length, numbers(8, 1)) }],
    ['boxes far apart', { read: async (_start, length) => Buffer.alloc(length, numbers(1_000_000, 1)) }],
    ['a box of no size', buildReader(largeBox('moov', 0n, Buffer.alloc(100)))],
    ['a box that ends beyond all numbers', buildReader(largeBox('free', 2n ** 64n - 1n, Buffer.alloc(100)))],
    ['a table that claims to be enormous', buildReader(withEnormousTable())],
    [
      'elements of unknown size',
      buildReader(
        Buffer.concat([Buffer.from('1a45dfa3ff18538067ff', 'hex'), Buffer.alloc(50_000, 'ec80', 'hex')]),
      ),
    ],
  ])('with %s is read only in part', async (_what, source) => {
    expect(await readBytesRead(source)).toBeLessThanOrEqual(4 * 1024 * 1024);
  });

  it('or random file is accepted', async () => {
    const begin = fc.constantFrom(
      Buffer.alloc(0),
      Buffer.from('1a45dfa3', 'hex'),
      Buffer.from('0000000c66747970', 'hex'),
    );
    await fc.assert(
      fc.asyncProperty(begin, fc.uint8Array({ maxLength: 300 }), async (start, rest) => {
        await getVideoFacts(buildReader(Buffer.concat([start, rest])));
      }),
      { numRuns: 100 },
    );
  });

  it('or damaged file has only possible values', async () => {
    const damage = fc.record({
      video: fc.constantFrom(...VIDEOS),
      changes: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 12 }),
      lost: fc.nat(400),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ video, changes, lost }) => {
        const bytes = Buffer.from(video.subarray(0, video.length - lost));
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        const facts = Object.values(await getVideoFacts(buildReader(bytes)));
        expect(facts.every((fact) => Number.isFinite(fact) && fact > 0)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
