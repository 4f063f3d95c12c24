import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GatewayError } from '#canonical';
import { describe, expect, it } from '@jest/globals';
import { WaveFile } from '../../../../test/wave-file/index.js';
import { encodeWav } from '../speech/encode-wav.js';
import { synthesise } from '../speech/synthesise.js';
import { findVoice } from '../speech/voices.js';
import { transcribe, transcribeWav } from './transcribe.js';

function getRecording(text: string, speed = 1): Buffer {
  const voice = findVoice('alloy');
  if (voice === undefined) throw new Error('alloy is missing');
  return Buffer.concat([...encodeWav(synthesise({ text, voice, speed }), text)]);
}

/** Tones in spans of seconds, with faint noise throughout. */
function generateTones(
  spans: readonly (readonly [number, number])[],
  seconds: number,
  rateHz: number,
): Float64Array {
  let seed = 1;
  return Float64Array.from({ length: Math.round(seconds * rateHz) }, (_, index) => {
    seed = (seed * 16_807) % 2_147_483_647;
    const at = index / rateHz;
    const isOn = spans.some(([start, end]) => at >= start && at < end);
    return (isOn ? 0.4 * Math.sin(2 * Math.PI * 300 * at) : 0) + 0.002 * (seed / 1_073_741_824 - 1);
  });
}

function getWav(samples: Float64Array, rateHz: number, depth: string, channels = 1): Buffer {
  const wav = new WaveFile();
  const scale = { '8': 127, '16': 32_767, '24': 8_388_607, '32': 2_147_483_647 }[depth] ?? 1;
  const scaled = samples.map((sample) =>
    scale === 1 ? sample : Math.round(sample * scale) + (depth === '8' ? 128 : 0),
  );
  wav.fromScratch(
    channels,
    rateHz,
    depth,
    channels === 1 ? scaled : Array.from({ length: channels }, () => scaled),
  );
  return Buffer.from(wav.toBuffer());
}

/** The error with which a recording is rejected. Other errors are rethrown. */
async function getRefusal(bytes: Uint8Array): Promise<GatewayError | undefined> {
  try {
    await transcribe(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError && error.kind === 'invalid-value' && error.param === 'file')
      return error;
    throw error;
  }
}

const SPANS = [
  [0.2, 0.6],
  [0.9, 1.1],
  [1.4, 1.8],
] as const;

describe('transcribe', () => {
  describe('recordings of the sandbox', () => {
    it.each([
      'Hello, world.',
      'Odd',
      'She said “don’t!” — naïve café, 你好 🙂.',
      ' Leading and trailing spaces \n',
      'A zero \u0000 inside.',
      `${'!'.repeat(4000)}a${'('.repeat(4000)} ${'" '.repeat(2000)}`,
      '',
      'A long one, with pauses. '.repeat(6),
    ])('are transcribed word for word: %j', async (text) => {
      expect((await transcribe(getRecording(text, 4))).text).toBe(text);
    });

    it('have times for phrases and words', async () => {
      const { segments, words, durationSeconds, language } = await transcribe(
        getRecording('Good morning, dear listeners. How are you today?'),
      );
      expect(language).toBe('english');
      expect(segments.map(({ text }) => text)).toEqual([
        'Good morning,',
        'dear listeners.',
        'How are you today?',
      ]);
      expect(words.map(({ word }) => word).join(' ')).toBe('Good morning dear listeners How are you today');
      const times = [0, ...words.flatMap(({ start, end }) => [start, end]), durationSeconds];
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      for (const word of words) {
        expect(segments.some(({ start, end }) => word.start >= start && word.end <= end)).toBe(true);
      }
    });

    it('have times if phrases and pauses do not match', async () => {
      const { segments, words } = await transcribe(getRecording('One, two, three, four. Five, six.', 3));
      expect(segments.map(({ text }) => text).join(' ')).toBe('One, two, three, four. Five, six.');
      expect(words).toHaveLength(6);
    });

    it('are recognized by their software tag, not by any comment', async () => {
      const wav = new WaveFile(getWav(generateTones([[0.5, 1]], 1.5, 8000), 8000, '16'));
      wav.setTag('ICMT', 'Recorded on a Sunday');
      expect((await transcribe(wav.toBuffer())).text).toBe('[speech 0.50–1.00 s]');
    });

    it('are recognized when truncated', async () => {
      const bytes = getRecording('Cut off in the middle.');
      const { text, durationSeconds } = await transcribe(bytes.subarray(0, bytes.length / 2));
      expect(text).toBe('Cut off in the middle.');
      expect(durationSeconds).toBeLessThan(bytes.length / 48_000 / 1.9);
    });
  });

  describe('other recordings', () => {
    it.each([
      ['8', 44_100, 1],
      ['16', 16_000, 2],
      ['24', 11_025, 1],
      ['32', 8000, 3],
      ['32f', 6000, 1],
      ['64', 4000, 1],
    ])('of %s bits at %d Hz in %d channels have times within 50 ms', async (depth, rateHz, channels) => {
      const bytes = getWav(generateTones(SPANS, 2, rateHz), rateHz, depth, channels);
      const { segments, text, words, durationSeconds } = await transcribe(bytes);
      expect(durationSeconds).toBeCloseTo(2, 3);
      expect(segments).toHaveLength(SPANS.length);
      for (const [index, [start, end]] of SPANS.entries()) {
        expect(Math.abs((segments[index]?.start ?? 0) - start)).toBeLessThan(0.05);
        expect(Math.abs((segments[index]?.end ?? 0) - end)).toBeLessThan(0.05);
      }
      expect(text).toMatch(/^\[speech 0\.\d\d–0\.\d\d s\] \[speech .* s\] \[speech .* s\]$/);
      expect(words).toEqual([]);
    });

    it('may be silent', async () => {
      const { text, segments } = await transcribe(getWav(generateTones([], 1.5, 8000), 8000, '16'));
      expect(text).toBe('[no speech in 1.50 s]');
      expect(segments).toEqual([]);
    });

    it('may have no pause', async () => {
      const { segments } = await transcribe(getWav(generateTones([[0, 20]], 20, 2000), 2000, '8'));
      expect(segments.map(({ start, end }) => [start, end])).toEqual([[0, 20]]);
    });

    it('are joined over short gaps, without clicks', async () => {
      const spans = [
        [0.5, 0.9],
        [1.02, 1.4],
        [2, 2.03],
      ] as const;
      const { segments } = await transcribe(getWav(generateTones(spans, 3, 4000), 4000, '16'));
      expect(segments).toHaveLength(1);
    });
  });

  describe('other formats', () => {
    it.each([
      ['MP3', Buffer.from('ID3\u0003\u0000')],
      ['MP3', Buffer.from([0xff, 0xfb, 0x90, 0x44])],
      ['AAC', Buffer.from([0xff, 0xf1, 0x50, 0x80])],
      ['Ogg', Buffer.from('OggS\u0000\u0002')],
      ['M4A', Buffer.from('\u0000\u0000\u0000\u0020ftypM4A ')],
      ['WebM', Buffer.from([0x1a, 0x45, 0xdf, 0xa3])],
    ])('%s is named and not transcribed', async (type, bytes) => {
      expect(await transcribe(bytes)).toEqual({
        text: `[${type} recording of ${bytes.length} bytes; the sandbox transcribes WAV only]`,
        language: 'english',
        durationSeconds: 0,
        segments: [],
        words: [],
      });
    });

    it('FLAC files contain their duration', async () => {
      const head = Buffer.alloc(42);
      head.write('fLaC\u0000\u0000\u0000\u0022', 'latin1');
      head.writeUInt32BE((44_100 << 12) >>> 0, 18);
      head.writeUInt32BE(44_100 * 3, 22);
      expect((await transcribe(head)).durationSeconds).toBe(3);
    });

    it.each(['', 'x', '<html>', 'RIFF', 'RIFF\u0000\u0000\u0000\u0000AVI '])(
      '%j is refused',
      async (text) => {
        expect((await getRefusal(Buffer.from(text, 'latin1')))?.message).toContain('WAV');
      },
    );
  });

  describe('broken WAV files', () => {
    const whole = getWav(generateTones([[0.2, 0.5]], 0.6, 8000), 8000, '16');

    it('are read as far as possible or rejected, wherever they are truncated', async () => {
      const refusals: (GatewayError | undefined)[] = [];
      for (let length = 0; length < 64; length += 1)
        refusals.push(await getRefusal(whole.subarray(0, length)));
      expect(refusals.slice(0, 44).every((refusal) => refusal !== undefined)).toBe(true);
      expect(refusals.slice(44).every((refusal) => refusal === undefined)).toBe(true);
    });

    it('with any value at any position of the header are read or rejected', async () => {
      let refused = 0;
      for (let position = 12; position < 44; position += 1) {
        for (const value of [0, 1, 0x7f, 0xff]) {
          const bytes = Buffer.from(whole);
          bytes[position] = value;
          if ((await getRefusal(bytes)) !== undefined) refused += 1;
        }
      }
      expect(refused).toBeGreaterThan(20);
    });

    it.each([0, 0xffffffff, 0x7fffffff])('with the size %d are read to their end', async (stated) => {
      const bytes = Buffer.from(whole);
      bytes.writeUInt32LE(stated, 40);
      expect((await transcribe(bytes)).durationSeconds).toBeCloseTo(0.6, 3);
    });

    it('with a tag that is longer than its list are read without it', async () => {
      const bytes = getRecording('Lost');
      bytes.writeUInt32LE(0xfffffff0, bytes.indexOf('ICMT') + 4);
      expect((await transcribe(bytes)).text).toMatch(/^\[speech/);
    });

    it('with floats that are not numbers are read', async () => {
      const bytes = getWav(generateTones([[0.2, 0.5]], 0.6, 8000), 8000, '32f');
      bytes.writeFloatLE(Number.NaN, bytes.length - 400);
      bytes.writeFloatLE(Number.POSITIVE_INFINITY, bytes.length - 4);
      expect((await transcribe(bytes)).segments[0]?.start).toBeCloseTo(0.2, 1);
    });

    it('with nothing but chunks are rejected quickly', async () => {
      const chunks = Buffer.alloc(1024 * 1024, 'junk\u0000\u0000\u0000\u0000', 'latin1');
      const bytes = Buffer.concat([Buffer.from('RIFF\u0000\u0000\u0000\u0000WAVE', 'latin1'), chunks]);
      expect((await getRefusal(bytes))?.message).toContain('chunks');
    });

    it('that are compressed are rejected with their format', async () => {
      const bytes = Buffer.from(whole);
      bytes.writeUInt16LE(0x55, 20);
      expect((await getRefusal(bytes))?.message).toContain('format 85');
    });
  });

  it('reads a file from its path', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'transcribe-'));
    try {
      const path = join(folder, 'speech.wav');
      await writeFile(path, getRecording('From a file.'));
      expect((await transcribe(path)).text).toBe('From a file.');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('reads 50 MB in small steps', async () => {
    const sizeBytes = 50 * 1024 * 1024;
    const head = getWav(generateTones([], 0.01, 8000), 8000, '64', 2);
    const dataStart = head.indexOf('data') + 8;
    head.writeUInt32LE(sizeBytes - dataStart, dataStart - 4);
    const silence = Buffer.alloc(1024 * 1024);
    let maxReadLength = 0;
    const { durationSeconds, segments } = await transcribeWav({
      sizeBytes,
      read: async (position, lengthBytes) => {
        maxReadLength = Math.max(maxReadLength, lengthBytes);
        if (position < dataStart) return head.subarray(position, position + lengthBytes);
        return silence.subarray(0, Math.min(lengthBytes, sizeBytes - position));
      },
    });
    expect(maxReadLength).toBeLessThanOrEqual(256 * 1024);
    expect(durationSeconds).toBeCloseTo((sizeBytes - dataStart) / 16 / 8000, 2);
    expect(segments).toEqual([]);
  });
});
