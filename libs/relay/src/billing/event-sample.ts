/** What one stream keeps of its events: thousands may be open. */
const MAX_KEPT_LENGTH = 8 * 1024;
const MAX_CHUNK_LENGTH = 4 * 1024;

/** Keeps some events of a stream, from its beginning to its end alike, however long it is. */
export class EventSample {
  kept: string[] = [];
  /** Whether none is missing. */
  isWhole = true;
  private length = 0;
  private seen = 0;
  private stride = 1;

  note(text: string): void {
    this.seen += 1;
    if (this.stride > 1 && this.seen % this.stride !== 0) return;
    this.kept.push(text.length > MAX_CHUNK_LENGTH ? this.shorten(text) : text);
    this.length += Math.min(text.length, MAX_CHUNK_LENGTH);
    if (this.length > MAX_KEPT_LENGTH) this.thin();
  }

  /** A copy: a slice would hold on to the whole. */
  private shorten(text: string): string {
    this.isWhole = false;
    return Buffer.from(text.slice(0, MAX_CHUNK_LENGTH)).toString();
  }

  /** Every second one goes, and from now on half as many come. */
  private thin(): void {
    this.isWhole = false;
    this.kept = this.kept.filter((_text, index) => index % 2 === 1);
    this.length = this.kept.reduce((sum, { length }) => sum + length, 0);
    this.stride *= 2;
  }
}
