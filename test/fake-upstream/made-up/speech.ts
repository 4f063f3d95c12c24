import { parseWords } from '../scenarios/words.js';
import { bytesFrom } from './pseudo-random.js';

export type SpeechFormat = 'mp3' | 'opus' | 'aac' | 'flac' | 'wav' | 'pcm';

const SAMPLES_PER_SECOND = 24_000;
const BYTES_PER_SAMPLE = 2;
/** A tenth of a second. */
const BYTES_PER_WORD = (SAMPLES_PER_SECOND * BYTES_PER_SAMPLE) / 10;

/** The first bytes of each file type, as far as type detection reads them. */
const FILE_STARTS: Readonly<Record<Exclude<SpeechFormat, 'wav' | 'pcm'>, Buffer>> = {
  mp3: Buffer.from([0xff, 0xfb, 0x90, 0x00]),
  opus: Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead')]),
  aac: Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x2e, 0x7f, 0xfc]),
  flac: Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34])]),
};

/** The speech of a text: noise whose length depends on the text, different for every other text or voice. */
export function getSpeech(text: string, voice: string, format: SpeechFormat): Buffer {
  const samples = getPcm(text, voice);
  if (format === 'pcm') return samples;
  return Buffer.concat([format === 'wav' ? wavHeader(samples.length) : FILE_STARTS[format], samples]);
}

/** The same as raw samples: 24 kHz, 16 bits, little-endian, one channel. */
export function getPcm(text: string, voice: string): Buffer {
  return bytesFrom(['speech', text, voice], Math.max(1, parseWords(text).length) * BYTES_PER_WORD);
}

function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  header.writeUInt32LE(SAMPLES_PER_SECOND * BYTES_PER_SAMPLE, 28);
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  header.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
