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
