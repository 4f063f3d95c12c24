import { type AudioFormat } from '../protocol/session-config.js';
import { A_LAW_SAMPLES, MU_LAW_SAMPLES } from './g711.js';

export const PCM_FORMAT: AudioFormat = { type: 'audio/pcm', rate: 24_000 };

/** Fills in the rate of PCM, which clients may leave out. */
export function completeFormat({ type }: { type: AudioFormat['type'] }): AudioFormat {
  return type === 'audio/pcm' ? PCM_FORMAT : { type };
}

interface FormatInfo {
  sampleRate: number;
  bytesPerSample: number;
  bytesPerMs: number;
}

const FORMAT_INFO: Record<AudioFormat['type'], FormatInfo> = {
  'audio/pcm': { sampleRate: 24_000, bytesPerSample: 2, bytesPerMs: 48 },
  'audio/pcmu': { sampleRate: 8000, bytesPerSample: 1, bytesPerMs: 8 },
  'audio/pcma': { sampleRate: 8000, bytesPerSample: 1, bytesPerMs: 8 },
};

export function getFormatInfo(format: AudioFormat): FormatInfo {
  return FORMAT_INFO[format.type];
}

/** Whole samples; a byte that is half of one is left out. */
export function decodeSamples(bytes: Uint8Array, format: AudioFormat): Int16Array {
  if (format.type === 'audio/pcm') return pcmSamples(bytes);
  const table = format.type === 'audio/pcmu' ? MU_LAW_SAMPLES : A_LAW_SAMPLES;
  return Int16Array.from(bytes, (code) => table[code] ?? 0);
}

function pcmSamples(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Int16Array(bytes.byteLength >> 1);
  for (let index = 0; index < samples.length; index += 1) samples[index] = view.getInt16(index * 2, true);
  return samples;
}
