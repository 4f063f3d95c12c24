/** Per stream. Thousands may be open. */
const MAX_SAMPLE_LENGTH = 8 * 1024;
const MAX_TEXT_LENGTH = 4 * 1024;

/** A sample of the events of a stream, evenly spread however long it is. */
export class EventSample {
  texts: string[] = [];
  /** Whether the sample has all text of all events. */
  isWhole = true;
  private length = 0;
  private seen = 0;
  private stride = 1;

  note(text: string): void {
    this.seen += 1;
    if (this.stride > 1 && this.seen % this.stride !== 0) return;
    this.texts.push(text.length > MAX_TEXT_LENGTH ? this.shorten(text) : text);
    this.length += Math.min(text.length, MAX_TEXT_LENGTH);
    if (this.length > MAX_SAMPLE_LENGTH) this.thin();
  }

  /** Copied, because a slice would keep the whole string in memory. */
  private shorten(text: string): string {
    this.isWhole = false;
    return Buffer.from(text.slice(0, MAX_TEXT_LENGTH)).toString();
  }

  /** Removes every second text and halves the sampling rate. */
  private thin(): void {
    this.isWhole = false;
    this.texts = this.texts.filter((_text, index) => index % 2 === 1);
    this.length = this.texts.reduce((sum, { length }) => sum + length, 0);
    this.stride *= 2;
  }
}
