import { refuseFile } from './refuse-file.js';

export interface WavFormat {
  kind: 'integer' | 'float';
  channels: number;
  sampleRateHz: number;
  /** Of one sample of one channel. */
  sampleBytes: number;
}

const INTEGER = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const MAX_CHANNELS = 64;
const LOWEST_RATE_HZ = 1000;
const HIGHEST_RATE_HZ = 768_000;

/** Reads what the `fmt ` chunk says, and believes it only where it is possible. */
export function readWavFormat(chunk: Buffer): WavFormat {
  if (chunk.length < 16) throw refuseFile('The format of the WAV file is cut off.');
  const channels = chunk.readUInt16LE(2);
  const sampleRateHz = chunk.readUInt32LE(4);
  const sampleBytes = chunk.readUInt16LE(12) / channels;
  const code = chunk.readUInt16LE(0);
  const kind = getKind(code === EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : code);
  if (channels < 1 || channels > MAX_CHANNELS) {
    throw refuseFile(`The WAV file says that it has ${channels} channels; 1 to ${MAX_CHANNELS} are read.`);
  }
  if (sampleRateHz < LOWEST_RATE_HZ || sampleRateHz > HIGHEST_RATE_HZ) {
    throw refuseFile(
      `The WAV file says that it has ${sampleRateHz} samples a second; ${LOWEST_RATE_HZ} to ${HIGHEST_RATE_HZ} are read.`,
    );
  }
  const bits = chunk.readUInt16LE(14);
  if (!isReadable(kind, sampleBytes) || bits > sampleBytes * 8) {
    throw refuseFile(
      `The WAV file has ${bits} bits in a block of ${sampleBytes} bytes; read are integers of 8, 16, 24 and 32 bits, and floats of 32 and 64.`,
    );
  }
  return { kind, channels, sampleRateHz, sampleBytes };
}

function getKind(code: number): WavFormat['kind'] {
  if (code === INTEGER) return 'integer';
  if (code === FLOAT) return 'float';
  throw refuseFile(`The WAV file is compressed (format ${code}); read are plain PCM and floats.`);
}

function isReadable(kind: WavFormat['kind'], sampleBytes: number): boolean {
  return (kind === 'integer' ? [1, 2, 3, 4] : [4, 8]).includes(sampleBytes);
}
