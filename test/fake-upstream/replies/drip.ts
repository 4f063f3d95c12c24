/** How a body is sent chunk by chunk. */
export interface Drip {
  bytesPerWrite: number;
  gapMs: number;
}
