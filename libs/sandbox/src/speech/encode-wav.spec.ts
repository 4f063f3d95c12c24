import { describe, expect, it } from '@jest/globals';
import { WaveFile } from '../../../../test/wave-file/index.js';
import { encodePcm, encodeWav } from './encode-wav.js';
import { synthesise } from './synthesise.js';
import { findVoice } from './voices.js';

const voice = findVoice('alloy');
if (voice === undefined) throw new Error('alloy is missing');

describe('encodeWav', () => {
  it.each(['Hello.', 'Hello!!', 'A “quoted” naïve café — 你好 🙂'])(
    'can be decoded by other software: %s',
    (text) => {
      const speech = synthesise({ text, voice, speed: 2 });
      const bytes = Buffer.concat([...encodeWav(speech, text)]);
      const wav = new WaveFile(bytes);
      expect(wav.fmt).toMatchObject({ audioFormat: 1, numChannels: 1, sampleRate: 24_000, blockAlign: 2 });
      expect(wav.bitDepth).toBe('16');
      expect(wav.chunkSize).toBe(bytes.length - 8);
      expect(Buffer.from(wav.getSamples(false, Int16Array).buffer)).toEqual(
        Buffer.concat([...encodePcm(speech)]),
      );
      expect(wav.getTag('ICMT')).toBe(text);
    },
  );

  it('has its exact sizes and the text in its first chunk', () => {
    const speech = synthesise({ text: 'Known before.', voice, speed: 1 });
    const [header, ...rest] = encodeWav(speech, 'Known before.');
    expect(header?.toString('utf8')).toContain('Known before.');
    expect(header?.readUInt32LE(header.length - 4)).toBe(speech.sampleCount * 2);
    expect(Buffer.concat(rest)).toHaveLength(speech.sampleCount * 2);
    expect(header?.readUInt32LE(4)).toBe((header?.length ?? 0) - 8 + speech.sampleCount * 2);
  });
});

describe('encodePcm', () => {
  it('writes the low byte of each sample first', () => {
    const pcm = [
      ...encodePcm({
        sampleCount: 3,
        *[Symbol.iterator]() {
          yield Int16Array.of(1, -2, 0x1234);
        },
      }),
    ];
    expect(Buffer.concat(pcm)).toEqual(Buffer.from([1, 0, 0xfe, 0xff, 0x34, 0x12]));
  });
});
