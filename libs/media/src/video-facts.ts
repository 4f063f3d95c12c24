import { type FileHandle, open } from 'node:fs/promises';
import { type VideoFacts } from '#canonical';
import { readMatroskaFacts } from './video-facts-matroska.js';
import { readMp4Facts } from './video-facts-mp4.js';
import { BoundedReader, type ByteReader } from './video-facts-reader.js';

const EBML = 0x1a45_dfa3;
const MAX_FRAMES_PER_SECOND = 1000;
const MAX_SIDE = 0xffff;

/**
 * The properties of a video file, given as its path or a reader. Missing and impossible values are undefined.
 * Whatever the file claims, only limited parts of it are read. It is an error only if it cannot be read at all.
 */
export async function getVideoFacts(source: string | ByteReader): Promise<VideoFacts> {
  if (typeof source !== 'string') return readFacts(source);
  const file = await open(source, 'r');
  try {
    return await readFacts(toReader(file));
  } finally {
    await file.close();
  }
}

function toReader(file: FileHandle): ByteReader {
  return {
    async read(start, length) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    },
  };
}

async function readFacts(source: ByteReader): Promise<VideoFacts> {
  const reader = new BoundedReader(source);
  const magic = (await reader.read(0, 4))?.readUInt32BE();
  return removeImpossible(await (magic === EBML ? readMatroskaFacts(reader) : readMp4Facts(reader)));
}

function removeImpossible({ durationSeconds, framesPerSecond, width, height }: VideoFacts): VideoFacts {
  const facts: VideoFacts = {};
  const [duration, rate] = [roundToThousandths(durationSeconds), roundToThousandths(framesPerSecond)];
  if (isWithin(duration, Number.MAX_SAFE_INTEGER)) facts.durationSeconds = duration;
  if (isWithin(rate, MAX_FRAMES_PER_SECOND)) facts.framesPerSecond = rate;
  if (isWithin(width, MAX_SIDE) && isWithin(height, MAX_SIDE)) Object.assign(facts, { width, height });
  return facts;
}

function roundToThousandths(number = 0): number {
  return Math.round(number * 1000) / 1000;
}

function isWithin(number: number | undefined, max: number): number is number {
  return number !== undefined && number > 0 && number <= max;
}
