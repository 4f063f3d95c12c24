/** How a body goes out piece by piece. */
export interface Drip {
  bytesPerWrite: number;
  gapMs: number;
}
