import { GatewayError } from '#canonical';
import { type ResponseReader } from './in-process-client.js';

const RATE_HZ = 24_000;

const BITS_PER_SAMPLE = 16;

const MAGIC_BYTES = 4;

const MAX_HEADER_BYTES = 64 * 1024;

const BARE_SAMPLES = /^(audio\/(x-)?(pcm|l16|raw)|application\/octet-stream)\b/i;

const WAV = /^audio\/((x-)?wav|wave|vnd\.wave)\b/i;

const RIFF_BYTES = 12;

const CHUNK_HEAD_BYTES = 8;

const FORMAT_BYTES = 16;

const SIZE_UNKNOWN = 0xff_ff_ff_ff;

const PLAIN_ENCODINGS: readonly number[] = [1, 0xff_fe];

/** The header of a WAV file. */
interface WavHeader {
  rateHz: number;
  channels: number;
  /** 0 if the samples are compressed. */
  bitsPerSample: number;
  /** The offset of the samples. */
  sizeBytes: number;
  /** Infinity if the file was streamed and its length was not known. */
  samplesBytes: number;
}

/**
 * Converts the audio of a speech model to 16-bit mono samples at 24 kHz. OpenAI, Azure and the sandbox return this as
 * "pcm". Gemini uses the same rate until now, and the relay names any other. Compatible servers may return a WAV file
 * whatever was requested; its samples are extracted.
 */
export class PcmReader implements ResponseReader {
  /** The bytes before the first sample. Undefined after it. */
  private head: Buffer | undefined = Buffer.alloc(0);
  private contentType = '';
  private samplesBytes = Infinity;

  constructor(private readonly onAudio: (pcm: Uint8Array) => Promise<void>) {}

  open({ 'content-type': contentType = '' }: Readonly<Record<string, string>>): void {
    this.contentType = contentType;
    if (WAV.test(contentType)) return;
    if (!BARE_SAMPLES.test(contentType)) throw unexpectedAudio(contentType);
    const { rate = RATE_HZ, channels = 1 } = readParameters(contentType);
    if (rate !== RATE_HZ || channels !== 1) throw unexpectedAudio(contentType);
  }

  read(bytes: Uint8Array): Promise<void> | undefined {
    if (this.head === undefined) return this.emitSamples(bytes);
    this.head = Buffer.concat([this.head, bytes]);
    const samples = this.skipHeader(this.head);
    if (samples === undefined) return undefined;
    this.head = undefined;
    return this.emitSamples(samples);
  }

  /** Throws if there was no sample. */
  end(): void {
    if (this.head !== undefined) throw unexpectedAudio(this.contentType);
  }

  private emitSamples(bytes: Uint8Array): Promise<void> | undefined {
    const samples = bytes.subarray(0, this.samplesBytes);
    this.samplesBytes -= samples.length;
    return samples.length === 0 ? undefined : this.onAudio(samples);
  }

  private skipHeader(head: Buffer): Buffer | undefined {
    if (head.length < MAGIC_BYTES) return undefined;
    if (isWav(head)) return this.skipWavHeader(head);
    if (WAV.test(this.contentType)) throw unexpectedAudio(this.contentType);
    return head;
  }

  private skipWavHeader(file: Buffer): Buffer | undefined {
    const head = readWavHeader(file);
    if (head === undefined && file.length <= MAX_HEADER_BYTES) return undefined;
    const { rateHz = 0, channels = 0, bitsPerSample = 0, sizeBytes = 0, samplesBytes = 0 } = head ?? {};
    if (rateHz !== RATE_HZ || channels !== 1 || bitsPerSample !== BITS_PER_SAMPLE) {
      throw unexpectedAudio(`WAV with ${bitsPerSample} bits, ${channels} channels, ${rateHz} Hz`);
    }
    this.samplesBytes = samplesBytes;
    return file.subarray(sizeBytes);
  }
}

/** For example `audio/pcm;rate=24000;channels=1`. */
function readParameters(contentType: string): { rate?: number; channels?: number } {
  const found = [...contentType.matchAll(/;\s*(rate|channels)\s*=\s*"?(\d+)/gi)];
  return Object.fromEntries(found.map(([, name = '', value]) => [name.toLowerCase(), Number(value)]));
}

function unexpectedAudio(what: string): GatewayError {
  return new GatewayError(
    'upstream-bad-response',
    `The speech model must return 16-bit mono PCM at 24 kHz, but returned ${what === '' ? 'another format' : what}.`,
  );
}

function isWav(file: Buffer): boolean {
  return file.toString('latin1', 0, 4) === 'RIFF';
}

/** Undefined while the header is incomplete. */
function readWavHeader(file: Buffer): WavHeader | undefined {
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
