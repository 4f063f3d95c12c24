import { type AudioFormat } from '../protocol/session-config.js';
import { decodeSamples, getFormatInfo } from './audio-format.js';

const HEADER_BYTES = 44;
const FORMAT_CHUNK_BYTES = 16;
const LINEAR_PCM = 1;

/** Audio as a file of 16 bit, mono, at its own rate: what every transcription service reads. */
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
