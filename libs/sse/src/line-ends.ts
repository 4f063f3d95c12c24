export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;

/** Finds CR and LF from left to right with the byte search of the engine. Each byte is searched once for each. */
export class LineEnds {
  private readonly bytes: Uint8Array;
  private lineFeed = -1;
  private carriageReturn = -1;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Index of the first CR or LF at or after `from`, or the length if there is none. `from` must not decrease. */
  next(from: number): number {
    if (this.lineFeed < from) this.lineFeed = this.find(LINE_FEED, from);
    if (this.carriageReturn < from) this.carriageReturn = this.find(CARRIAGE_RETURN, from);
    return Math.min(this.lineFeed, this.carriageReturn);
  }

  /** Index of the byte after the CR, LF or CRLF at `lineEnd`. */
  after(lineEnd: number): number {
    const isCrLf = this.bytes[lineEnd] === CARRIAGE_RETURN && this.bytes[lineEnd + 1] === LINE_FEED;
    return isCrLf ? lineEnd + 2 : lineEnd + 1;
  }

  private find(byte: number, from: number): number {
    const index = this.bytes.indexOf(byte, from);
    return index === -1 ? this.bytes.length : index;
  }
}
