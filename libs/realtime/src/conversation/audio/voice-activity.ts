import { NoiseFloor } from './noise-floor.js';

export const FRAME_MS = 20;
/** A click is one or two frames long; no syllable is that short. */
const FRAMES_TO_START = 3;
/** How much quieter than at its start speech may become, so that the end of a word belongs to it. */
const HYSTERESIS_DB = 3;

export interface VoiceActivitySettings {
  /** From 0 (anything) to 1 (only loud and clear speech). */
  threshold: number;
  silenceDurationMs: number;
}

/** Positions are milliseconds since the first sample. */
export type VoiceEvent = { type: 'started'; onsetMs: number } | { type: 'stopped'; endMs: number };

/** Finds where somebody speaks, by loudness above the noise. */
export class VoiceActivity {
  private readonly floor = new NoiseFloor();
  private readonly frameSamples: number;
  private pending = new Int16Array(0);
  private frames = 0;
  private loudFrames = 0;
  private quietFrames = 0;
  private speaking = false;

  constructor(
    private readonly settings: VoiceActivitySettings,
    sampleRate: number,
  ) {
    this.frameSamples = (sampleRate * FRAME_MS) / 1000;
  }

  get isSpeaking(): boolean {
    return this.speaking;
  }

  *push(samples: Int16Array): Generator<VoiceEvent> {
    const all = new Int16Array(this.pending.length + samples.length);
    all.set(this.pending);
    all.set(samples, this.pending.length);
    let start = 0;
    for (; start + this.frameSamples <= all.length; start += this.frameSamples) {
      const event = this.hearFrame(all.subarray(start, start + this.frameSamples));
      if (event !== undefined) yield event;
    }
    this.pending = all.slice(start);
  }

  /** Whoever was speaking no longer is; what is noise stays known. */
  reset(): void {
    this.speaking = false;
    this.loudFrames = 0;
    this.quietFrames = 0;
  }

  private hearFrame(frame: Int16Array): VoiceEvent | undefined {
    const levelDb = levelOf(frame);
    this.floor.hear(levelDb);
    this.frames += 1;
    const isLoud = levelDb >= this.speechLevelDb();
    this.loudFrames = isLoud ? this.loudFrames + 1 : 0;
    this.quietFrames = isLoud ? 0 : this.quietFrames + 1;
    return this.speaking ? this.noticeEnd() : this.noticeStart();
  }

  private speechLevelDb(): number {
    const { threshold } = this.settings;
    const leastDb = -60 + 30 * threshold;
    const floorDb = this.floor.levelDb;
    const levelDb = floorDb === undefined ? leastDb : Math.max(leastDb, floorDb + 3 + 12 * threshold);
    return this.speaking ? levelDb - HYSTERESIS_DB : levelDb;
  }

  private noticeStart(): VoiceEvent | undefined {
    if (this.loudFrames < FRAMES_TO_START || this.floor.levelDb === undefined) return undefined;
    this.speaking = true;
    return { type: 'started', onsetMs: (this.frames - this.loudFrames) * FRAME_MS };
  }

  private noticeEnd(): VoiceEvent | undefined {
    const silenceMs = Math.max(this.settings.silenceDurationMs, FRAME_MS);
    if (this.quietFrames * FRAME_MS < silenceMs) return undefined;
    this.reset();
    return { type: 'stopped', endMs: this.frames * FRAME_MS };
  }
}

/** The power of the frame without its constant part, in decibels below full scale. */
function levelOf(frame: Int16Array): number {
  let sum = 0;
  let squares = 0;
  for (const sample of frame) {
    sum += sample;
    squares += sample * sample;
  }
  const mean = sum / frame.length;
  const power = Math.max(squares / frame.length - mean * mean, 1e-3);
  return 10 * Math.log10(power / (32_768 * 32_768));
}
