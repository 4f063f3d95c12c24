import { GatewayError } from '#canonical';
import { type ByteSource } from './byte-source.js';

/** Where the samples of a WAV file are, what they mean, and what it says about itself. */
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
 * Walks over the chunks up to the samples. Sizes are taken for what the file can hold at most: recorders that
 * stream write 0 or the largest number, and files are cut off.
 */
export async function readWavLayout(source: ByteSource): Promise<WavLayout> {
  let format: WavFormat | undefined;
  const tags = new Map<string, string>();
  let position = HEAD_BYTES;
  for (let count = 0; count < MAX_CHUNKS; count += 1) {
    const head = await source.read(position, CHUNK_HEAD_BYTES);
    if (head.length < CHUNK_HEAD_BYTES) throw refuseFile('The WAV file ends before its samples begin.');
    const name = head.toString('latin1', 0, 4);
    const sizeBytes = head.readUInt32LE(4);
    const start = position + CHUNK_HEAD_BYTES;
    if (name === 'data') {
      if (format === undefined) throw refuseFile('The WAV file does not say how its samples are stored.');
      return { format, tags, dataStart: start, dataBytes: getDataBytes(sizeBytes, source.sizeBytes - start) };
    }
    if (name === 'fmt ')
      format = readWavFormat(await source.read(start, Math.min(sizeBytes, MAX_FORMAT_BYTES)));
    if (name === 'LIST' && sizeBytes <= MAX_LIST_BYTES) {
      for (const [tag, text] of readInfoTags(await source.read(start, sizeBytes))) tags.set(tag, text);
    }
    position = start + sizeBytes + (sizeBytes % 2);
  }
  throw refuseFile(`The WAV file has more than ${MAX_CHUNKS} chunks before its samples.`);
}

function getDataBytes(statedBytes: number, heldBytes: number): number {
  return statedBytes === 0 ? heldBytes : Math.min(statedBytes, heldBytes);
}

/** The tags in a LIST chunk, if it is an INFO list; what is cut off is left out. */
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

/** One zero ends the text; others would be the text's own. */
function toText(content: Buffer): string {
  return content.toString('utf8', 0, content.at(-1) === 0 ? content.length - 1 : content.length);
}

/** Reads what the `fmt ` chunk says, and believes it only where it is possible. */
function readWavFormat(chunk: Buffer): WavFormat {
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

/** The error for a recording that cannot be what it says it is. */
export function refuseFile(problem: string): GatewayError {
  return new GatewayError('invalid-value', problem, { param: 'file' });
}
