import { badResponse } from '../operations/response-errors.js';

const HEADER_BYTES = 44;
const CHUNK_HEAD_BYTES = 8;
const PCM = 1;

/** Samples of 16 bits, little-endian. */
export interface Samples {
  bytes: Buffer;
  rateHz: number;
  channels: number;
}

export function encodeWav({ bytes, rateHz, channels }: Samples): Buffer {
  const frameBytes = channels * 2;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(HEADER_BYTES - CHUNK_HEAD_BYTES + bytes.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(PCM, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rateHz, 24);
  header.writeUInt32LE(rateHz * frameBytes, 28);
  header.writeUInt16LE(frameBytes, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes.length, 40);
  return Buffer.concat([header, bytes]);
}

/** Decodes a WAV file. Only samples of 16 bits are supported. */
export function decodeWav(file: Buffer): Samples {
  const chunks = new Map(generateChunks(file));
  const format = chunks.get('fmt ');
  const bytes = chunks.get('data');
  if (format === undefined || format.length < 16 || bytes === undefined) throw badResponse();
  if (format.readUInt16LE(14) !== 16) throw badResponse();
  return { bytes, rateHz: format.readUInt32LE(4), channels: format.readUInt16LE(2) };
}

/** Chunks start at even offsets. A streamed file may declare more bytes than it has. */
function* generateChunks(file: Buffer): Generator<[name: string, content: Buffer], void> {
  for (let at = 12; at + CHUNK_HEAD_BYTES <= file.length;) {
    const start = at + CHUNK_HEAD_BYTES;
    const sizeBytes = file.readUInt32LE(at + 4);
    yield [file.toString('latin1', at, at + 4), file.subarray(start, start + sizeBytes)];
    at = start + sizeBytes + (sizeBytes % 2);
  }
}
