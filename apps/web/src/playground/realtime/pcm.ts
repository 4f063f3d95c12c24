/** The sample rate of `audio/pcm` in the Realtime API: 16-bit little-endian mono audio at 24 kHz. */
export const PCM_RATE = 24_000;
const MAX_SAMPLE = 32_767;

export function toPcm(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(samples.length * 2));
  samples.forEach((sample, index) => {
    view.setInt16(index * 2, Math.round(Math.min(Math.max(sample, -1), 1) * MAX_SAMPLE), true);
  });
  return new Uint8Array(view.buffer);
}

export function fromPcm(bytes: Uint8Array): Float32Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Float32Array(Math.floor(bytes.byteLength / 2));
  for (let index = 0; index < samples.length; index++) {
    samples[index] = view.getInt16(index * 2, true) / MAX_SAMPLE;
  }
  return samples;
}
