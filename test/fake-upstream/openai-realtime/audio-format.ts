import { bytesFrom } from '../made-up/pseudo-random.js';
import { getPcm } from '../made-up/speech.js';
import { parseWords } from '../scenarios/words.js';
import type { AudioFormat } from './session.js';

const BYTES_PER_MS: Readonly<Record<AudioFormat['type'], number>> = {
  'audio/pcm': 48,
  'audio/pcmu': 8,
  'audio/pcma': 8,
};
/** The same as in the speech service. */
export const WORD_MS = 100;
/** Of 16 bits. */
const LOUD_SAMPLE = 1000;
/** Of 7 bits on a logarithmic scale; the same loudness. */
const LOUD_CODE = 0x30;

export function getBytes(durationMs: number, { type }: AudioFormat): number {
  return durationMs * BYTES_PER_MS[type];
}

export function getDurationMs(sizeBytes: number, { type }: AudioFormat): number {
  return Math.floor(sizeBytes / BYTES_PER_MS[type]);
}

/** The speech of a text, a tenth of a second for each word. As PCM it is the same as from the speech service. */
export function spoken(text: string, voice: string, format: AudioFormat): Buffer {
  if (format.type === 'audio/pcm') return getPcm(text, voice);
  const sizeBytes = getBytes(Math.max(1, parseWords(text).length) * WORD_MS, format);
  return bytesFrom(['speech', text, voice], sizeBytes);
}

/** Whether this is speech rather than silence, by its mean loudness. */
export function isLoud(bytes: Buffer, { type }: AudioFormat): boolean {
  if (type !== 'audio/pcm') {
    const invert = type === 'audio/pcmu' ? 0xff : 0x55;
    return getMean([...bytes].map((byte) => (byte ^ invert) & 0x7f)) >= LOUD_CODE;
  }
  const samples = Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2));
  return getMean(samples.map(Math.abs)) >= LOUD_SAMPLE;
}

function getMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
