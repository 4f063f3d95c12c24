/** Synthetic audio: 16-bit samples, with noise that is the same in every run. */

/** Globals are slow in the test environment. */
const { sin } = Math;

export function silence(durationMs: number, sampleRate = 24_000): Int16Array {
  return new Int16Array((durationMs * sampleRate) / 1000);
}

export function tone(durationMs: number, levelDb: number, sampleRate = 24_000): Int16Array {
  const amplitude = 32_767 * 10 ** (levelDb / 20) * Math.SQRT2;
  const step = (2 * Math.PI * 300) / sampleRate;
  return silence(durationMs, sampleRate).map((_, index) => clip(amplitude * sin(step * index)));
}

export function noise(durationMs: number, levelDb: number, sampleRate = 24_000): Int16Array {
  const random = generator(durationMs + levelDb);
  // The RMS of uniform noise is its amplitude divided by the square root of three.
  const amplitude = 32_767 * 10 ** (levelDb / 20) * Math.sqrt(3);
  return silence(durationMs, sampleRate).map(() => clip(amplitude * (random() * 2 - 1)));
}

export function join(...signals: Int16Array[]): Int16Array {
  const joined = new Int16Array(signals.reduce((length, signal) => length + signal.length, 0));
  let position = 0;
  for (const signal of signals) {
    joined.set(signal, position);
    position += signal.length;
  }
  return joined;
}

export function mix(signal: Int16Array, other: Int16Array): Int16Array {
  return signal.map((sample, index) => clip(sample + (other[index] ?? 0)));
}

export function toPcm(samples: Int16Array): Buffer {
  const bytes = Buffer.alloc(samples.length * 2);
  for (const [index, sample] of samples.entries()) bytes.writeInt16LE(sample, index * 2);
  return bytes;
}

function clip(sample: number): number {
  if (sample > 32_767) return 32_767;
  return sample < -32_768 ? -32_768 : sample;
}

function generator(seed: number): () => number {
  let state = Math.imul(Math.round(seed), 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}
