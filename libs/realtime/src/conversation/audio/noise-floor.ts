const CALIBRATION_FRAMES = 15;
const BUCKET_FRAMES = 25;
const BUCKETS = 10;
/** In the first two seconds nothing louder is believed to be noise: the session may begin with a word. */
const LOUDEST_EARLY_NOISE_DB = -35;
const EARLY_FRAMES = 100;
const QUIETEST_DB = -90;

/**
 * How loud it is where nobody speaks: the quietest moment of the last five seconds. Speech has gaps between its words,
 * so this also works while somebody speaks, and a fan that is switched on is noise after five seconds.
 */
export class NoiseFloor {
  private buckets: number[] = [];
  private frames = 0;
  private current = Infinity;

  /** Undefined until enough was heard to say. */
  get levelDb(): number | undefined {
    if (this.frames < CALIBRATION_FRAMES) return undefined;
    const lowest = Math.max(QUIETEST_DB, Math.min(this.current, ...this.buckets));
    return this.frames < EARLY_FRAMES ? Math.min(lowest, LOUDEST_EARLY_NOISE_DB) : lowest;
  }

  hear(levelDb: number): void {
    this.frames += 1;
    this.current = Math.min(this.current, levelDb);
    if (this.frames % BUCKET_FRAMES !== 0) return;
    this.buckets.push(this.current);
    if (this.buckets.length > BUCKETS) this.buckets.shift();
    this.current = Infinity;
  }
}
