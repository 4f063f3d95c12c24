/** How a body goes out chunk by chunk. */
export interface Drip {
  bytesPerWrite: number;
  gapMs: number;
}
