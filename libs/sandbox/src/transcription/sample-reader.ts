import { type WavFormat } from './wav-format.js';

/** How to read a sample at a position of a block, between -1 and 1; floats may be anything. */
export function sampleReader({ kind, sampleBytes }: WavFormat): (block: Buffer, position: number) => number {
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
