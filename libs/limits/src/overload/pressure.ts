/** A request that waits so long for its turn waits again for every chunk of its answer. */
const LONG_DELAY_MS = 150;
/** One long turn is a hiccup: garbage, a large body. Three windows of them are more work than there is time for. */
const WINDOWS_IN_A_ROW = 3;

/** Whether this process has more to do than it can. */
export class Pressure {
  private longWindows = 0;

  get isOverloaded(): boolean {
    return this.longWindows >= WINDOWS_IN_A_ROW;
  }

  /** How long events usually waited for their turn in a window; the first short one ends the overload. */
  observe(delayMs: number): void {
    this.longWindows = delayMs > LONG_DELAY_MS ? this.longWindows + 1 : 0;
  }
}
