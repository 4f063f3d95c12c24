/** A click is one or two frames long. All syllables are longer. */
const FRAMES_TO_START = 3;
/** How much quieter speech may become after its start, so that the ends of words are included. */
const HYSTERESIS_DB = 3;
const CALIBRATION_FRAMES = 15;
const BUCKET_FRAMES = 25;
const BUCKETS = 10;
/** In the first two seconds, louder sound is not considered noise, because the session may begin with a word. */
const MAX_EARLY_NOISE_DB = -35;
const EARLY_FRAMES = 100;
const MIN_LEVEL_DB = -90;

export const FRAME_MS = 20;

export interface VoiceActivitySettings {
  /** From 0 (any sound) to 1 (only loud and clear speech). */
  threshold: number;
  silenceDurationMs: number;
}

/** Positions are milliseconds since the first sample. */
export type VoiceEvent = { type: 'started'; onsetMs: number } | { type: 'stopped'; endMs: number };

/** Detects speech by its loudness above the noise. */
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
      const event = this.pushFrame(all.subarray(start, start + this.frameSamples));
      if (event !== undefined) yield event;
    }
    this.pending = all.slice(start);
  }

  /** Ends the current turn without resetting the noise level. */
  reset(): void {
    this.speaking = false;
    this.loudFrames = 0;
    this.quietFrames = 0;
  }

  private pushFrame(frame: Int16Array): VoiceEvent | undefined {
    const levelDb = measureLevelDb(frame);
    this.floor.add(levelDb);
    this.frames += 1;
    const isLoud = levelDb >= this.speechLevelDb();
    this.loudFrames = isLoud ? this.loudFrames + 1 : 0;
    this.quietFrames = isLoud ? 0 : this.quietFrames + 1;
    return this.speaking ? this.detectEnd() : this.detectStart();
  }

  private speechLevelDb(): number {
    const { threshold } = this.settings;
    const minDb = -60 + 30 * threshold;
    const floorDb = this.floor.levelDb;
    const levelDb = floorDb === undefined ? minDb : Math.max(minDb, floorDb + 3 + 12 * threshold);
    return this.speaking ? levelDb - HYSTERESIS_DB : levelDb;
  }

  private detectStart(): VoiceEvent | undefined {
    if (this.loudFrames < FRAMES_TO_START || this.floor.levelDb === undefined) return undefined;
    this.speaking = true;
    return { type: 'started', onsetMs: (this.frames - this.loudFrames) * FRAME_MS };
  }

  private detectEnd(): VoiceEvent | undefined {
    const silenceMs = Math.max(this.settings.silenceDurationMs, FRAME_MS);
    if (this.quietFrames * FRAME_MS < silenceMs) return undefined;
    this.reset();
    return { type: 'stopped', endMs: this.frames * FRAME_MS };
  }
}

/** The power of the frame without its DC offset, in decibels relative to full scale. */
function measureLevelDb(frame: Int16Array): number {
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

/**
 * The noise level: the quietest moment of the last five seconds. Speech has gaps between words, so this also works
 * during speech, and a fan that is switched on counts as noise after five seconds.
 */
class NoiseFloor {
  private buckets: number[] = [];
  private frames = 0;
  private current = Infinity;

  /** Undefined until enough frames were measured. */
  get levelDb(): number | undefined {
    if (this.frames < CALIBRATION_FRAMES) return undefined;
    const lowest = Math.max(MIN_LEVEL_DB, Math.min(this.current, ...this.buckets));
    return this.frames < EARLY_FRAMES ? Math.min(lowest, MAX_EARLY_NOISE_DB) : lowest;
  }

  add(levelDb: number): void {
    this.frames += 1;
    this.current = Math.min(this.current, levelDb);
    if (this.frames % BUCKET_FRAMES !== 0) return;
    this.buckets.push(this.current);
    if (this.buckets.length > BUCKETS) this.buckets.shift();
    this.current = Infinity;
  }
}
