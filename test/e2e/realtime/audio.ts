const SAMPLES_PER_MS = 24;
const PITCH_HZ = 220;
const LOUDNESS = 12_000;
const CHUNK_MS = 100;

/** A humming voice, as PCM of 16 bit at 24 kHz. */
export function hum(durationMs: number): Buffer {
  const samples = Int16Array.from({ length: durationMs * SAMPLES_PER_MS }, (_, index) =>
    Math.round(LOUDNESS * Math.sin((2 * Math.PI * PITCH_HZ * index) / (SAMPLES_PER_MS * 1000))),
  );
  return Buffer.from(samples.buffer);
}

/** A quiet room with the slight noise of a microphone. */
export function quiet(durationMs: number): Buffer {
  const samples = Int16Array.from(
    { length: durationMs * SAMPLES_PER_MS },
    (_, index) => ((index * 7) % 5) - 2,
  );
  return Buffer.from(samples.buffer);
}

/** Chunks of the length that a microphone delivers. */
export function splitChunks(audio: Buffer): Buffer[] {
  const sizeBytes = CHUNK_MS * SAMPLES_PER_MS * 2;
  const count = Math.ceil(audio.length / sizeBytes);
  return Array.from({ length: count }, (_, index) =>
    audio.subarray(index * sizeBytes, (index + 1) * sizeBytes),
  );
}

export function measureDurationMs(audio: Buffer): number {
  return audio.length / (SAMPLES_PER_MS * 2);
}
