import { type AudioFormat } from '../protocol/session-config.js';

export const PCM_FORMAT: AudioFormat = { type: 'audio/pcm', rate: 24_000 };

/** Telephone audio (ITU-T G.711): one byte per sample, on one of two logarithmic scales. */

const MU_BIAS = 0x84;
const MU_CLIP = 32_635;

const buildTable = (decode: (code: number) => number): Int16Array =>
  Int16Array.from({ length: 256 }, (_, code) => decode(code));

export const MU_LAW_SAMPLES = buildTable(muLawSample);
export const A_LAW_SAMPLES = buildTable(aLawSample);

const HEADER_BYTES = 44;
const FORMAT_CHUNK_BYTES = 16;
const LINEAR_PCM = 1;

/** Adds the rate of PCM, which clients may omit. */
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

/** Decodes complete samples. Half a sample is ignored. */
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

function muLawSample(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = (((bits & 0x0f) << 3) + MU_BIAS) << ((bits & 0x70) >> 4);
  return bits & 0x80 ? MU_BIAS - magnitude : magnitude - MU_BIAS;
}

function aLawSample(code: number): number {
  const bits = code ^ 0x55;
  const segment = (bits & 0x70) >> 4;
  const mantissa = (bits & 0x0f) << 4;
  const magnitude = segment === 0 ? mantissa + 8 : (mantissa + 0x108) << (segment - 1);
  return bits & 0x80 ? magnitude : -magnitude;
}

export function muLawCode(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), MU_CLIP) + MU_BIAS;
  // Because of the bias, the highest bit is at least the eighth.
  const segment = 31 - Math.clz32(magnitude) - 7;
  const mantissa = (magnitude >> (segment + 3)) & 0x0f;
  return ~(sign | (segment << 4) | mantissa) & 0xff;
}

export function aLawCode(sample: number): number {
  const mask = sample >= 0 ? 0xd5 : 0x55;
  const magnitude = (sample >= 0 ? sample : -sample - 1) >> 3;
  const segment = Math.max(31 - Math.clz32(magnitude) - 4, 0);
  const mantissa = (magnitude >> Math.max(segment, 1)) & 0x0f;
  return ((segment << 4) | mantissa) ^ mask;
}

/** Encodes audio as a 16-bit mono WAV file at its own rate, which all transcription services read. */
export function encodeWav(audio: Buffer, format: AudioFormat): Buffer {
  const samples = format.type === 'audio/pcm' ? audio : linearBytes(decodeSamples(audio, format));
  const file = Buffer.alloc(HEADER_BYTES + samples.length);
  writeHeader(file, getFormatInfo(format).sampleRate);
  samples.copy(file, HEADER_BYTES);
  return file;
}

function linearBytes(samples: Int16Array): Buffer {
  const bytes = Buffer.alloc(samples.length * 2);
  for (let index = 0; index < samples.length; index += 1) bytes.writeInt16LE(samples[index] ?? 0, index * 2);
  return bytes;
}

function writeHeader(file: Buffer, sampleRate: number): void {
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(FORMAT_CHUNK_BYTES, 16);
  file.writeUInt16LE(LINEAR_PCM, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(file.length - HEADER_BYTES, 40);
}
