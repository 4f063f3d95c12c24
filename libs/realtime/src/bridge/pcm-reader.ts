import { GatewayError } from '#canonical';
import { type AnswerReader } from './in-process-client.js';
import { isWav, readWavHead } from './wav-head.js';

const RATE_HZ = 24_000;
const BITS_PER_SAMPLE = 16;
const MAGIC_BYTES = 4;
const MOST_HEAD_BYTES = 64 * 1024;
const BARE_SAMPLES = /^(audio\/(x-)?(pcm|l16|raw)|application\/octet-stream)\b/i;
const WAV = /^audio\/((x-)?wav|wave|vnd\.wave)\b/i;

/**
 * Reads what a speech model says as a session needs it: samples of 16 bit, mono, at 24 kHz. That is what OpenAI, Azure
 * and the sandbox mean by "pcm". Gemini has samples of its own, at the same rate until now, and the relay names any
 * other. Compatible servers may answer with a WAV file whatever they are asked for: its samples are taken out of it.
 */
export class PcmReader implements AnswerReader {
  /** What came before the first sample; undefined once that is behind us. */
  private head: Buffer | undefined = Buffer.alloc(0);
  private contentType = '';
  private samplesBytes = Infinity;

  constructor(private readonly onAudio: (pcm: Uint8Array) => Promise<void>) {}

  open({ 'content-type': contentType = '' }: Readonly<Record<string, string>>): void {
    this.contentType = contentType;
    if (WAV.test(contentType)) return;
    if (!BARE_SAMPLES.test(contentType)) throw wrongSound(contentType);
    const { rate = RATE_HZ, channels = 1 } = numbersIn(contentType);
    if (rate !== RATE_HZ || channels !== 1) throw wrongSound(contentType);
  }

  read(bytes: Uint8Array): Promise<void> | undefined {
    if (this.head === undefined) return this.pass(bytes);
    this.head = Buffer.concat([this.head, bytes]);
    const samples = this.samplesBehind(this.head);
    if (samples === undefined) return undefined;
    this.head = undefined;
    return this.pass(samples);
  }

  /** Throws where nothing could be heard. */
  end(): void {
    if (this.head !== undefined) throw wrongSound(this.contentType);
  }

  private pass(bytes: Uint8Array): Promise<void> | undefined {
    const samples = bytes.subarray(0, this.samplesBytes);
    this.samplesBytes -= samples.length;
    return samples.length === 0 ? undefined : this.onAudio(samples);
  }

  private samplesBehind(head: Buffer): Buffer | undefined {
    if (head.length < MAGIC_BYTES) return undefined;
    if (isWav(head)) return this.samplesOfFile(head);
    if (WAV.test(this.contentType)) throw wrongSound(this.contentType);
    return head;
  }

  private samplesOfFile(file: Buffer): Buffer | undefined {
    const head = readWavHead(file);
    if (head === undefined && file.length <= MOST_HEAD_BYTES) return undefined;
    const { rateHz = 0, channels = 0, bitsPerSample = 0, sizeBytes = 0, samplesBytes = 0 } = head ?? {};
    if (rateHz !== RATE_HZ || channels !== 1 || bitsPerSample !== BITS_PER_SAMPLE) {
      throw wrongSound(`WAV of ${bitsPerSample} bit, ${channels} channels, ${rateHz} Hz`);
    }
    this.samplesBytes = samplesBytes;
    return file.subarray(sizeBytes);
  }
}

/** As in `audio/pcm;rate=24000;channels=1`. */
function numbersIn(contentType: string): { rate?: number; channels?: number } {
  const found = [...contentType.matchAll(/;\s*(rate|channels)\s*=\s*"?(\d+)/gi)];
  return Object.fromEntries(found.map(([, name = '', value]) => [name.toLowerCase(), Number(value)]));
}

function wrongSound(what: string): GatewayError {
  return new GatewayError(
    'upstream-bad-response',
    `The speech model was asked for PCM of 16 bit, mono, 24 kHz, and answered with ${what === '' ? 'something else' : what}.`,
  );
}
