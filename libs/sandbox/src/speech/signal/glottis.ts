const OPEN_SHARE = 0.6;

/**
 * The vocal cords: the rate at which the flow of air changes, in pulses that open slowly and close at once.
 * Closing is a step, and a step falls between samples; the two samples beside it are corrected, or the voice
 * would hum at frequencies that are not its own.
 */
export class Glottis {
  private phase = 0;

  get isOpen(): boolean {
    return this.phase < OPEN_SHARE;
  }

  /** @param advance The share of a pulse that a sample takes: pitch by sample rate. */
  next(advance: number): number {
    this.phase += advance;
    if (this.phase >= 1) this.phase -= 1;
    return this.flowChange() + this.correction(advance);
  }

  private flowChange(): number {
    if (!this.isOpen) return 0;
    const opening = this.phase / OPEN_SHARE;
    return opening * (2 - 3 * opening);
  }

  private correction(advance: number): number {
    const distance = (this.phase - OPEN_SHARE) / advance;
    if (distance <= -1 || distance >= 1) return 0;
    const part = 1 - Math.abs(distance);
    return (distance < 0 ? 0.5 : -0.5) * part * part;
  }
}

const SEED = 0x9e3779b9;

/** White noise that is the same each time. */
export class Noise {
  private state = SEED;

  /** Between -1 and 1. */
  next(): number {
    let state = this.state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.state = state;
    return state / 0x80000000;
  }
}
