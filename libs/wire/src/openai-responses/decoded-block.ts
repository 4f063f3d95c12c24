import { type Citation, type ReasoningSignature, type StreamPart, type TokenLogprob } from '#canonical';

export type EmitPart = (part: StreamPart) => void;

export interface BlockEnd {
  citations?: Citation[];
  signature?: ReasoningSignature;
}

/** One block of the hub while it is read: started once, ended once, and whole even where deltas are missing. */
export class DecodedBlock {
  private seen = '';
  private isEnded = false;

  constructor(
    private readonly kind: 'text' | 'refusal' | 'reasoning',
    private readonly at: { choice: 0; block: number },
    private readonly emit: EmitPart,
  ) {
    emit({ type: `${kind}-start`, ...at });
  }

  get isEmpty(): boolean {
    return this.seen === '';
  }

  append(text: string, logprobs: TokenLogprob[] = []): void {
    if (this.isEnded || (text === '' && logprobs.length === 0)) return;
    this.seen += text;
    const isScored = this.kind === 'text' && logprobs.length > 0;
    this.emit({ type: `${this.kind}-delta`, text, ...this.at, ...(isScored ? { logprobs } : {}) });
  }

  /** Adds what the whole has and the deltas had not. */
  complete(whole: unknown, logprobs: TokenLogprob[] = []): void {
    if (typeof whole !== 'string' || !whole.startsWith(this.seen)) return;
    const isUnscored = this.seen === '';
    if (whole.length > this.seen.length)
      this.append(whole.slice(this.seen.length), isUnscored ? logprobs : []);
  }

  end(rest: BlockEnd = {}): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.emit({ type: `${this.kind}-end`, ...this.at, ...rest });
  }
}
