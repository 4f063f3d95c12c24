import { type FileHandle, open } from 'node:fs/promises';
import { type VideoFacts } from '#canonical';
import { matroskaFacts } from './video-facts-matroska.js';
import { mp4Facts } from './video-facts-mp4.js';
import { BoundedReader, type ByteReader } from './video-facts-reader.js';

const EBML = 0x1a45_dfa3;
const MAX_FRAMES_PER_SECOND = 1000;
const MAX_SIDE = 0xffff;

/**
 * What a video says about itself, by its path or by whatever can read it. What it does not say, or cannot be true, is
 * absent. Little of it is read, whatever it claims to be. Only a file that cannot be read at all is an error.
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
  const magic = (await reader.look(0, 4))?.readUInt32BE();
  return believable(await (magic === EBML ? matroskaFacts(reader) : mp4Facts(reader)));
}

function believable({ durationSeconds, framesPerSecond, width, height }: VideoFacts): VideoFacts {
  const facts: VideoFacts = {};
  const [duration, rate] = [inThousandths(durationSeconds), inThousandths(framesPerSecond)];
  if (isWithin(duration, Number.MAX_SAFE_INTEGER)) facts.durationSeconds = duration;
  if (isWithin(rate, MAX_FRAMES_PER_SECOND)) facts.framesPerSecond = rate;
  if (isWithin(width, MAX_SIDE) && isWithin(height, MAX_SIDE)) Object.assign(facts, { width, height });
  return facts;
}

function inThousandths(number = 0): number {
  return Math.round(number * 1000) / 1000;
}

function isWithin(number: number | undefined, max: number): number is number {
  return number !== undefined && number > 0 && number <= max;
}
