import { type AudioFormat } from '../protocol/session-config.js';
import { PCM_FORMAT, aLawCode, decodeSamples, muLawCode } from './audio-format.js';

const RATE_RATIO = 3;
const TAPS = 47;
/** Relative to the input rate: 3.5 kHz of 24 kHz, a little below what 8 kHz can carry. */
const CUTOFF = 3500 / 24_000;

/** Converts PCM at 24 kHz to the requested format. Stores what it needs between chunks. */
export interface SpeechEncoder {
  encode(pcm: Buffer): Buffer;
}

const BYTES_PER_MS = 48;
const MIN_CHUNK_BYTES = 100 * BYTES_PER_MS;
const MAX_CHUNK_BYTES = 200 * BYTES_PER_MS;

export function createSpeechEncoder(format: AudioFormat): SpeechEncoder {
  if (format.type === 'audio/pcm') return { encode: (pcm) => pcm };
  return new TelephoneEncoder(format.type === 'audio/pcmu' ? muLawCode : aLawCode);
}

class TelephoneEncoder implements SpeechEncoder {
  /** The end of the previous chunk, which the filter needs. */
  private history = new Int16Array(TAPS - 1);
  private phase = 0;

  constructor(private readonly encodeSample: (sample: number) => number) {}

  encode(pcm: Buffer): Buffer {
    const fresh = decodeSamples(pcm, PCM_FORMAT);
    const samples = new Int16Array(this.history.length + fresh.length);
    samples.set(this.history);
    samples.set(fresh, this.history.length);
    const codes: number[] = [];
    let at = this.phase;
    for (; at < fresh.length; at += RATE_RATIO) codes.push(this.encodeSample(filtered(samples, at)));
    this.phase = at - fresh.length;
    this.history = samples.slice(samples.length - (TAPS - 1));
    return Buffer.from(codes);
  }
}

const LOW_PASS = lowPass();

/** A sinc filter with a Hamming window and unit gain. */
function lowPass(): Float64Array {
  const middle = (TAPS - 1) / 2;
  const taps = Float64Array.from({ length: TAPS }, (_, index) => {
    const x = index - middle;
    const sinc = x === 0 ? 2 * CUTOFF : Math.sin(2 * Math.PI * CUTOFF * x) / (Math.PI * x);
    return sinc * (0.54 - 0.46 * Math.cos((2 * Math.PI * index) / (TAPS - 1)));
  });
  const gain = taps.reduce((sum, tap) => sum + tap, 0);
  return taps.map((tap) => tap / gain);
}

function filtered(samples: Int16Array, start: number): number {
  let sum = 0;
  for (let index = 0; index < TAPS; index += 1) sum += (LOW_PASS[index] ?? 0) * (samples[start + index] ?? 0);
  return Math.max(-32_768, Math.min(32_767, Math.round(sum)));
}

/** Splits PCM at 24 kHz into chunks of 100 to 200 ms of complete samples. */
export class PcmChunks {
  private pending = Buffer.alloc(0);

  *push(pcm: Uint8Array): Generator<Buffer> {
    this.pending = Buffer.concat([this.pending, pcm]);
    while (this.pending.length >= MIN_CHUNK_BYTES) {
      yield this.take(Math.min(this.pending.length, MAX_CHUNK_BYTES));
    }
  }

  /** Returns the rest. Half a sample is dropped. */
  flush(): Buffer | undefined {
    const rest = this.take(this.pending.length);
    this.pending = Buffer.alloc(0);
    return rest.length === 0 ? undefined : rest;
  }

  private take(sizeBytes: number): Buffer {
    const wholeBytes = sizeBytes - (sizeBytes % 2);
    const chunk = this.pending.subarray(0, wholeBytes);
    this.pending = this.pending.subarray(wholeBytes);
    return chunk;
  }
}
