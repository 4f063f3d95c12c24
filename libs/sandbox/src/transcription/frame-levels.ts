import { type ByteSource } from './byte-source.js';
import { type WavFormat, type WavLayout } from './wav-layout.js';

/** The loudness of a recording, frame by frame. */
export interface FrameLevels {
  /** In dB relative to full scale. */
  levels: Float32Array;
  frameSeconds: number;
}

const FRAME_SECONDS = 0.02;
const BLOCK_BYTES = 256 * 1024;
const QUIETEST_POWER = 1e-10;

/** Reads the samples once, block by block, and computes one level per 20 ms. */
export async function measureLevels(source: ByteSource, layout: WavLayout): Promise<FrameLevels> {
  const { channels, sampleBytes, sampleRateHz } = layout.format;
  const momentBytes = channels * sampleBytes;
  const moments = Math.floor(layout.dataBytes / momentBytes);
  const frameMoments = Math.round(sampleRateHz * FRAME_SECONDS);
  const framesPerBlock = Math.max(1, Math.floor(BLOCK_BYTES / momentBytes / frameMoments));
  const frameCount = Math.ceil(moments / frameMoments);
  const levels = new Float32Array(frameCount);
  for (let frame = 0; frame < frameCount; frame += framesPerBlock) {
    const first = frame * frameMoments;
    const count = Math.min(framesPerBlock * frameMoments, moments - first);
    const block = await source.read(layout.dataStart + first * momentBytes, count * momentBytes);
    levels.set(measureBlock(block, layout, frameMoments), frame);
  }
  return { levels, frameSeconds: frameMoments / sampleRateHz };
}

function measureBlock(block: Buffer, { format }: WavLayout, frameMoments: number): number[] {
  const momentBytes = format.channels * format.sampleBytes;
  const moments = Math.floor(block.length / momentBytes);
  const read = buildSampleReader(format);
  const levels: number[] = [];
  for (let first = 0; first < moments; first += frameMoments) {
    const last = Math.min(first + frameMoments, moments);
    let sum = 0;
    let squares = 0;
    for (let moment = first; moment < last; moment += 1) {
      const sample = mixChannels(block, moment * momentBytes, format.channels, format.sampleBytes, read);
      sum += sample;
      squares += sample * sample;
    }
    levels.push(toDecibels(sum, squares, last - first));
  }
  return levels;
}

type ReadSample = (block: Buffer, position: number) => number;

function mixChannels(
  block: Buffer,
  position: number,
  channels: number,
  sampleBytes: number,
  read: ReadSample,
): number {
  let sum = 0;
  for (let channel = 0; channel < channels; channel += 1)
    sum += read(block, position + channel * sampleBytes);
  return sum / channels;
}

/** Without the mean, which is inaudible. Floats that are not finite count as silence. */
function toDecibels(sum: number, squares: number, count: number): number {
  const mean = sum / count;
  const power = squares / count - mean * mean;
  return 10 * Math.log10(power > QUIETEST_POWER && power < Infinity ? power : QUIETEST_POWER);
}

/** Reads a sample at a position of a block, as a number between -1 and 1. Floats may have any value. */
function buildSampleReader({ kind, sampleBytes }: WavFormat): (block: Buffer, position: number) => number {
  if (kind === 'float') {
    return sampleBytes === 8
      ? (block, position) => block.readDoubleLE(position)
      : (block, position) => block.readFloatLE(position);
  }
  switch (sampleBytes) {
    case 1:
      return (block, position) => ((block[position] ?? 128) - 128) / 128;
    case 2:
      return (block, position) => block.readInt16LE(position) / 0x8000;
    case 3:
      return (block, position) => block.readIntLE(position, 3) / 0x800000;
    default:
      return (block, position) => block.readInt32LE(position) / 0x80000000;
  }
}
