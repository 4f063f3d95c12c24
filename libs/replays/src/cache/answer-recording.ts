/** The bytes of an answer on their way past, up to a limit; beyond it nothing is recorded. */
export class AnswerRecording {
  private pieces: Buffer[] = [];
  private sizeBytes = 0;

  constructor(private readonly maxBytes: number) {}

  push(bytes: Uint8Array | string): void {
    if (this.sizeBytes > this.maxBytes) return;
    // A copy: what is passed on may be overwritten by whoever made it.
    const piece = Buffer.from(bytes);
    this.sizeBytes += piece.length;
    if (this.sizeBytes > this.maxBytes) this.pieces = [];
    else this.pieces.push(piece);
  }

  /** Undefined where it was too much. */
  get bytes(): Buffer | undefined {
    return this.sizeBytes > this.maxBytes ? undefined : Buffer.concat(this.pieces);
  }
}
