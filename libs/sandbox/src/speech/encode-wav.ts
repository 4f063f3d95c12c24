import { SAMPLE_RATE_HZ } from './signal/audio-format.js';
import { type Speech } from './synthesise.js';

const BYTES_PER_SAMPLE = 2;

/** The software tag of recordings whose comment is the spoken text. */
export const SPEECH_SOFTWARE = 'Modelgate sandbox-speech';

/** A WAV file in chunks: a header with its exact sizes and the spoken text, then the samples. */
export function* encodeWav(speech: Speech, text: string): Generator<Buffer, void> {
  yield encodeHeader(speech.sampleCount, text);
  yield* encodePcm(speech);
}

/** The samples alone, 16 bits each, little-endian. */
export function* encodePcm(speech: Speech): Generator<Buffer, void> {
  for (const chunk of speech) {
    const bytes = Buffer.allocUnsafe(chunk.length * BYTES_PER_SAMPLE);
    for (const [index, sample] of chunk.entries()) bytes.writeInt16LE(sample, index * BYTES_PER_SAMPLE);
    yield bytes;
  }
}

function encodeHeader(sampleCount: number, text: string): Buffer {
  const dataBytes = sampleCount * BYTES_PER_SAMPLE;
  const body = Buffer.concat([
    Buffer.from('WAVE', 'latin1'),
    encodeChunk('fmt ', encodeFormat()),
    encodeChunk(
      'LIST',
      Buffer.concat([
        Buffer.from('INFO', 'latin1'),
        encodeTag('ISFT', SPEECH_SOFTWARE),
        encodeTag('ICMT', text),
      ]),
    ),
    encodeChunkHead('data', dataBytes),
  ]);
  return Buffer.concat([encodeChunkHead('RIFF', body.length + dataBytes), body]);
}

function encodeFormat(): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt16LE(1, 0);
  bytes.writeUInt16LE(1, 2);
  bytes.writeUInt32LE(SAMPLE_RATE_HZ, 4);
  bytes.writeUInt32LE(SAMPLE_RATE_HZ * BYTES_PER_SAMPLE, 8);
  bytes.writeUInt16LE(BYTES_PER_SAMPLE, 12);
  bytes.writeUInt16LE(BYTES_PER_SAMPLE * 8, 14);
  return bytes;
}

/** Tags end with a zero byte. */
function encodeTag(name: string, text: string): Buffer {
  return encodeChunk(name, Buffer.from(`${text}\0`, 'utf8'));
}

/** Chunks start at even offsets; the padding byte is not counted. */
function encodeChunk(name: string, content: Buffer): Buffer {
  return Buffer.concat([encodeChunkHead(name, content.length), content, Buffer.alloc(content.length % 2)]);
}

function encodeChunkHead(name: string, sizeBytes: number): Buffer {
  const head = Buffer.alloc(8, name, 'latin1');
  head.writeUInt32LE(sizeBytes, 4);
  return head;
}
