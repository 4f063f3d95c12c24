import { GatewayError } from '#canonical';
import { type ByteSource } from './byte-source.js';

/** The position of the samples of a WAV file, their format, and its tags. */
export interface WavLayout {
  format: WavFormat;
  dataStart: number;
  dataBytes: number;
  /** The tags of the INFO list, such as ICMT. */
  tags: ReadonlyMap<string, string>;
}

const HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const MAX_CHUNKS = 1000;
const MAX_FORMAT_BYTES = 64;
const MAX_LIST_BYTES = 1024 * 1024;

const TAG_HEAD_BYTES = 8;

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

/**
 * Reads the chunks before the samples. Sizes are limited to the rest of the file, because recorders that stream write
 * 0 or the largest number, and files may be truncated.
 */
export async function readWavLayout(source: ByteSource): Promise<WavLayout> {
  let format: WavFormat | undefined;
  const tags = new Map<string, string>();
  let position = HEAD_BYTES;
  for (let count = 0; count < MAX_CHUNKS; count += 1) {
    const head = await source.read(position, CHUNK_HEAD_BYTES);
    if (head.length < CHUNK_HEAD_BYTES) throw buildFileError('The WAV file ends before its samples begin.');
    const name = head.toString('latin1', 0, 4);
    const sizeBytes = head.readUInt32LE(4);
    const start = position + CHUNK_HEAD_BYTES;
    if (name === 'data') {
      if (format === undefined) throw buildFileError('The WAV file has no format chunk.');
      return { format, tags, dataStart: start, dataBytes: getDataBytes(sizeBytes, source.sizeBytes - start) };
    }
    if (name === 'fmt ')
      format = readWavFormat(await source.read(start, Math.min(sizeBytes, MAX_FORMAT_BYTES)));
    if (name === 'LIST' && sizeBytes <= MAX_LIST_BYTES) {
      for (const [tag, text] of readInfoTags(await source.read(start, sizeBytes))) tags.set(tag, text);
    }
    position = start + sizeBytes + (sizeBytes % 2);
  }
  throw buildFileError(`The WAV file has more than ${MAX_CHUNKS} chunks before its samples.`);
}

function getDataBytes(statedBytes: number, availableBytes: number): number {
  return statedBytes === 0 ? availableBytes : Math.min(statedBytes, availableBytes);
}

/** The tags in a LIST chunk, if it is an INFO list. Truncated tags are omitted. */
function readInfoTags(list: Buffer): Map<string, string> {
  const tags = new Map<string, string>();
  if (list.toString('latin1', 0, 4) !== 'INFO') return tags;
  let position = 4;
  while (position + TAG_HEAD_BYTES <= list.length) {
    const name = list.toString('latin1', position, position + 4);
    const sizeBytes = list.readUInt32LE(position + 4);
    const start = position + TAG_HEAD_BYTES;
    if (start + sizeBytes > list.length) break;
    tags.set(name, toText(list.subarray(start, start + sizeBytes)));
    position = start + sizeBytes + (sizeBytes % 2);
  }
  return tags;
}

/** Removes one zero byte at the end. */
function toText(content: Buffer): string {
  return content.toString('utf8', 0, content.at(-1) === 0 ? content.length - 1 : content.length);
}

/** Decodes the `fmt ` chunk, and rejects impossible values. */
function readWavFormat(chunk: Buffer): WavFormat {
  if (chunk.length < 16) throw buildFileError('The format of the WAV file is cut off.');
  const channels = chunk.readUInt16LE(2);
  const sampleRateHz = chunk.readUInt32LE(4);
  const sampleBytes = chunk.readUInt16LE(12) / channels;
  const code = chunk.readUInt16LE(0);
  const kind = getKind(code === EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : code);
  if (channels < 1 || channels > MAX_CHANNELS) {
    throw buildFileError(`The WAV file has ${channels} channels. Supported are 1 to ${MAX_CHANNELS}.`);
  }
  if (sampleRateHz < LOWEST_RATE_HZ || sampleRateHz > HIGHEST_RATE_HZ) {
    throw buildFileError(
      `The WAV file has a sample rate of ${sampleRateHz} Hz. Supported are ${LOWEST_RATE_HZ} to ${HIGHEST_RATE_HZ} Hz.`,
    );
  }
  const bits = chunk.readUInt16LE(14);
  if (!isReadable(kind, sampleBytes) || bits > sampleBytes * 8) {
    throw buildFileError(
      `The WAV file has ${bits} bits in a block of ${sampleBytes} bytes. Supported are integers of 8, 16, 24 and 32 bits, and floats of 32 and 64 bits.`,
    );
  }
  return { kind, channels, sampleRateHz, sampleBytes };
}

function getKind(code: number): WavFormat['kind'] {
  if (code === INTEGER) return 'integer';
  if (code === FLOAT) return 'float';
  throw buildFileError(`The WAV file is compressed (format ${code}). Supported are PCM and floats.`);
}

function isReadable(kind: WavFormat['kind'], sampleBytes: number): boolean {
  return (kind === 'integer' ? [1, 2, 3, 4] : [4, 8]).includes(sampleBytes);
}

/** The error for a recording that is invalid or not supported. */
export function buildFileError(problem: string): GatewayError {
  return new GatewayError('invalid-value', problem, { param: 'file' });
}
