const RIFF_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const FORMAT_BYTES = 16;
const SIZE_UNKNOWN = 0xff_ff_ff_ff;
const PLAIN_ENCODINGS: readonly number[] = [1, 0xff_fe];

/** The header of a WAV file. */
export interface WavHeader {
  rateHz: number;
  channels: number;
  /** 0 where the samples are not plain numbers. */
  bitsPerSample: number;
  /** Where the samples begin. */
  sizeBytes: number;
  /** Infinity where the file was streamed and its length was not known. */
  samplesBytes: number;
}

export function isWav(file: Buffer): boolean {
  return file.toString('latin1', 0, 4) === 'RIFF';
}

/** Undefined while the header is incomplete. */
export function readWavHeader(file: Buffer): WavHeader | undefined {
  let format: Pick<WavHeader, 'rateHz' | 'channels' | 'bitsPerSample'> | undefined;
  for (let at = RIFF_BYTES; at + CHUNK_HEAD_BYTES <= file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const chunkBytes = file.readUInt32LE(at + 4);
    const start = at + CHUNK_HEAD_BYTES;
    if (name === 'data' && format !== undefined) {
      const isOpenEnded = chunkBytes === 0 || chunkBytes === SIZE_UNKNOWN;
      return { ...format, sizeBytes: start, samplesBytes: isOpenEnded ? Infinity : chunkBytes };
    }
    if (name === 'fmt ' && start + FORMAT_BYTES <= file.length) format = readFormat(file.subarray(start));
    at = start + chunkBytes + (chunkBytes % 2);
  }
  return undefined;
}

function readFormat(chunk: Buffer): Pick<WavHeader, 'rateHz' | 'channels' | 'bitsPerSample'> {
  const isPlain = PLAIN_ENCODINGS.includes(chunk.readUInt16LE(0));
  return {
    channels: chunk.readUInt16LE(2),
    rateHz: chunk.readUInt32LE(4),
    bitsPerSample: isPlain ? chunk.readUInt16LE(14) : 0,
  };
}
