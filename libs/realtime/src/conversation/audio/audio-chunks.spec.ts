import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { toPcm, tone } from '../__fixtures__/signals.js';
import { decodeSamples, encodeWav, getFormatInfo } from './audio-format.js';
import { AudioWindow } from './audio-window.js';
import { PcmChunks, createSpeechEncoder } from './speech-encoder.js';

function power(samples: Int16Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
}

describe('a WAV file', () => {
  it('has PCM unchanged', () => {
    const file = encodeWav(Buffer.from([1, 2, 3, 4]), { type: 'audio/pcm', rate: 24_000 });
    expect(file.toString('latin1', 0, 4)).toBe('RIFF');
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
    expect(file.readUInt32LE(24)).toBe(24_000);
    expect(file.readUInt32LE(40)).toBe(4);
    expect([...file.subarray(44)]).toEqual([1, 2, 3, 4]);
  });

  it('has telephone audio as linear samples at its own rate', () => {
    const file = encodeWav(Buffer.from([0x80, 0x00]), { type: 'audio/pcmu' });
    expect(file.readUInt32LE(24)).toBe(8000);
    expect([file.readInt16LE(44), file.readInt16LE(46)]).toEqual([32_124, -32_124]);
  });
});

describe('chunks of PCM', () => {
  it('have all bytes, and 100 to 200 ms each except for the last', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 30_000 }), { maxLength: 8 }), (received) => {
        const chunks = new PcmChunks();
        const cut = received.flatMap((bytes) => [...chunks.push(bytes)]);
        const rest = chunks.flush() ?? Buffer.alloc(0);
        for (const chunk of cut) {
          expect(chunk.length % 2).toBe(0);
          expect(chunk.length).toBeGreaterThanOrEqual(4800);
          expect(chunk.length).toBeLessThanOrEqual(9600);
        }
        const whole = Buffer.concat(received);
        expect(Buffer.concat([...cut, rest])).toEqual(whole.subarray(0, whole.length - (whole.length % 2)));
      }),
      { numRuns: 50 },
    );
  });
});

describe('the window on a stream', () => {
  it('returns the bytes between two positions, and drops those before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 10 }),
        fc.nat(200),
        fc.nat(200),
        (chunks, first, second) => {
          const whole = Buffer.concat(chunks);
          const [start, end] = [Math.min(first, second), Math.max(first, second)];
          const window = new AudioWindow();
          for (const chunk of chunks) window.append(Buffer.from(chunk));
          expect(window.take(start, end)).toEqual(whole.subarray(start, end));
          expect(window.endByte).toBe(whole.length);
          expect(window.sizeBytes).toBe(whole.length - Math.min(end, whole.length));
        },
      ),
    );
  });
});

describe('telephone audio', () => {
  it.each(['audio/pcmu', 'audio/pcma'] as const)('preserves a low tone and its loudness (%s)', (type) => {
    const encoder = createSpeechEncoder({ type });
    const bytes = toPcm(tone(500, -12));
    // In chunks of odd sizes, to test their boundaries.
    const encoded = Buffer.concat([
      encoder.encode(bytes.subarray(0, 1000)),
      encoder.encode(bytes.subarray(1000, 1002)),
      encoder.encode(bytes.subarray(1002)),
    ]);
    expect(encoded).toHaveLength(500 * getFormatInfo({ type }).bytesPerMs);
    const samples = decodeSamples(encoded, { type }).subarray(100);
    expect(10 * Math.log10(power(samples) / 32_768 ** 2)).toBeCloseTo(-12, 0);
  });

  it('drops frequencies above its range', () => {
    const high = Int16Array.from(
      { length: 12_000 },
      (_, index) => 8000 * Math.sin((2 * Math.PI * 6000 * index) / 24_000),
    );
    const encoded = createSpeechEncoder({ type: 'audio/pcmu' }).encode(toPcm(high));
    expect(power(decodeSamples(encoded, { type: 'audio/pcmu' }).subarray(100))).toBeLessThan(
      power(high) / 10_000,
    );
  });
});
