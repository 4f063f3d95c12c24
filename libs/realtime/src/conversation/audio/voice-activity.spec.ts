import { describe, expect, it } from '@jest/globals';
import { join, mix, noise, silence, tone } from '../__fixtures__/signals.js';
import { FRAME_MS, VoiceActivity, type VoiceEvent } from './voice-activity.js';

const SETTINGS = { threshold: 0.5, silenceDurationMs: 500 };

function listen(signal: Int16Array, settings = SETTINGS, sampleRate = 24_000, chunkMs = 37): VoiceEvent[] {
  const detector = new VoiceActivity(settings, sampleRate);
  const chunkSamples = Math.round((chunkMs * sampleRate) / 1000);
  const events: VoiceEvent[] = [];
  for (let start = 0; start < signal.length; start += chunkSamples) {
    events.push(...detector.push(signal.subarray(start, start + chunkSamples)));
  }
  return events;
}

/** Bursts at known positions, in noise of known loudness. */
function scene(
  bursts: { startMs: number; endMs: number }[],
  burstDb: number,
  noiseDb: number,
  rate = 24_000,
): Int16Array {
  const durationMs = (bursts.at(-1)?.endMs ?? 0) + 1500;
  const parts: Int16Array[] = [];
  let positionMs = 0;
  for (const { startMs, endMs } of bursts) {
    parts.push(silence(startMs - positionMs, rate), tone(endMs - startMs, burstDb, rate));
    positionMs = endMs;
  }
  parts.push(silence(durationMs - positionMs, rate));
  return mix(noise(durationMs, noiseDb, rate), join(...parts));
}

function expectWithinOneFrame(actualMs: number | undefined, expectedMs: number): void {
  expect(Math.abs((actualMs ?? Infinity) - expectedMs)).toBeLessThanOrEqual(FRAME_MS);
}

describe('voice activity', () => {
  it.each([
    { burstDb: -12, noiseDb: -80, rate: 24_000 },
    { burstDb: -30, noiseDb: -60, rate: 24_000 },
    { burstDb: -20, noiseDb: -45, rate: 24_000 },
    { burstDb: -10, noiseDb: -36, rate: 24_000 },
    { burstDb: -12, noiseDb: -28, rate: 24_000 },
    { burstDb: -8, noiseDb: -24, rate: 24_000 },
    { burstDb: -20, noiseDb: -45, rate: 8000 },
  ])('finds bursts of $burstDb dB in noise of $noiseDb dB at $rate Hz', ({ burstDb, noiseDb, rate }) => {
    // Such loud noise is detected as noise only after a while. Until then, it is a turn.
    const firstMs = noiseDb > -35 ? 3503 : 1003;
    const bursts = [
      { startMs: firstMs, endMs: firstMs + 715 },
      { startMs: firstMs + 2500, endMs: firstMs + 4111 },
    ];
    const events = listen(scene(bursts, burstDb, noiseDb, rate), SETTINGS, rate).slice(noiseDb > -26 ? 2 : 0);
    expect(events.map(({ type }) => type)).toEqual(['started', 'stopped', 'started', 'stopped']);
    for (const [index, { startMs, endMs }] of bursts.entries()) {
      const [started, stopped] = events.slice(index * 2);
      expectWithinOneFrame(started?.type === 'started' ? started.onsetMs : undefined, startMs);
      expectWithinOneFrame(stopped?.type === 'stopped' ? stopped.endMs : undefined, endMs + 500);
    }
  });

  it('ignores pauses that are shorter than the silence duration', () => {
    const signal = scene(
      [
        { startMs: 1000, endMs: 1400 },
        { startMs: 1800, endMs: 2200 },
      ],
      -20,
      -60,
    );
    expect(listen(signal).map(({ type }) => type)).toEqual(['started', 'stopped']);
    expect(listen(signal, { ...SETTINGS, silenceDurationMs: 200 })).toHaveLength(4);
  });

  it('ignores clicks', () => {
    const clicks = join(
      ...Array.from({ length: 10 }, () => join(silence(300), tone(5, -3), silence(195), tone(30, -6))),
    );
    expect(listen(mix(clicks, noise(5300, -60)))).toEqual([]);
  });

  it('detects nothing in silence, in steady noise, or in a DC offset', () => {
    expect(listen(silence(10_000))).toEqual([]);
    expect(listen(noise(10_000, -40))).toEqual([]);
    expect(listen(silence(3000).fill(9000))).toEqual([]);
  });

  it('detects a word at the start', () => {
    expect(listen(join(tone(800, -15), silence(1000)))).toEqual([
      { type: 'started', onsetMs: 0 },
      { type: 'stopped', endMs: 1300 },
    ]);
  });

  it('detects a hum that begins later as noise after a while', () => {
    const events = listen(join(noise(2000, -60), noise(12_000, -30)));
    expect(events.map(({ type }) => type)).toEqual(['started', 'stopped']);
    expect(events[1]).toMatchObject({ type: 'stopped' });
    const [, stopped] = events;
    expect(stopped?.type === 'stopped' ? stopped.endMs : Infinity).toBeLessThan(9000);
  });

  it('requires louder speech with a higher threshold', () => {
    const signal = scene([{ startMs: 1000, endMs: 1500 }], -42, -70);
    expect(listen(signal, { ...SETTINGS, threshold: 0.2 })).toHaveLength(2);
    expect(listen(signal, { ...SETTINGS, threshold: 0.9 })).toEqual([]);
  });

  it('gives the same result with any chunks', () => {
    const signal = scene([{ startMs: 700, endMs: 1500 }], -20, -50);
    const whole = listen(signal, SETTINGS, 24_000, 60_000);
    expect(whole).toHaveLength(2);
    for (const chunkMs of [1, 19, 20, 21, 333]) {
      expect(listen(signal, SETTINGS, 24_000, chunkMs)).toEqual(whole);
    }
  });
});
