import { toBase64 } from '../workbench/base64.js';
import { PCM_RATE, toPcm } from './pcm.js';

export interface Microphone {
  close(): void;
}

/** Opens the microphone and passes its audio to `onChunk`, as base64 of PCM. Rejects if there is no microphone or no permission. */
export async function openMicrophone(onChunk: (base64: string) => void): Promise<Microphone> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true },
  });
  const context = new AudioContext();
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
  try {
    await context.audioWorklet.addModule(new URL('./microphone-worklet.js', import.meta.url));
  } catch (error) {
    close();
    throw error;
  }
  const resampler = new Resampler(context.sampleRate, PCM_RATE);
  const worklet = new AudioWorkletNode(context, 'microphone', { numberOfOutputs: 0 });
  worklet.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) =>
    onChunk(toBase64(toPcm(resampler.push(data)))),
  );
  worklet.port.start();
  context.createMediaStreamSource(stream).connect(worklet);
  return { close };
}

/**
 * Converts chunks of audio to another sample rate. Each new sample is the mean of the old samples in its interval, which
 * also attenuates most of the frequencies that the lower rate cannot represent.
 */
export class Resampler {
  private readonly step: number;
  private pending: Float32Array = new Float32Array(0);
  /** The start of the next new sample within the pending samples. */
  private position = 0;

  constructor(fromRate: number, toRate: number) {
    this.step = fromRate / toRate;
  }

  push(chunk: Float32Array): Float32Array {
    const samples = concatenate(this.pending, chunk);
    const count = Math.max(0, Math.floor((samples.length - this.position) / this.step));
    const resampled = new Float32Array(count);
    for (let index = 0; index < count; index++) {
      const start = this.position + index * this.step;
      resampled[index] = getMean(samples, start, start + this.step);
    }
    const end = this.position + count * this.step;
    this.pending = samples.slice(Math.floor(end));
    this.position = end - Math.floor(end);
    return resampled;
  }
}

/** The mean between two positions. Samples at the ends are weighted by the part within the interval. */
function getMean(samples: Float32Array, start: number, end: number): number {
  let sum = 0;
  for (let index = Math.floor(start); index < end; index++) {
    const covered = Math.min(index + 1, end) - Math.max(index, start);
    sum += (samples[index] ?? 0) * covered;
  }
  return sum / (end - start);
}

function concatenate(first: Float32Array, second: Float32Array): Float32Array {
  const joined = new Float32Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
