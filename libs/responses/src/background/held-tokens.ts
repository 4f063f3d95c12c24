/** The longest time for which the responses of a token are left alone before they are tried again. */
const MAX_HOLD_MS = 15_000;
const MIN_HOLD_MS = 1_000;

/** Tokens that are over a limit, whose responses are therefore not claimed for a while. */
export class HeldTokens {
  private readonly untilMs = new Map<string, number>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** For as long as the refusal says, within bounds: a limit may be raised, and running responses end early. */
  hold(tokenId: string, retryAfterSeconds = 0): void {
    const holdMs = Math.min(Math.max(retryAfterSeconds * 1_000, MIN_HOLD_MS), MAX_HOLD_MS);
    this.untilMs.set(tokenId, this.now() + holdMs);
  }

  /** Those that are held now. */
  list(): string[] {
    const nowMs = this.now();
    for (const [tokenId, untilMs] of this.untilMs) if (untilMs <= nowMs) this.untilMs.delete(tokenId);
    return [...this.untilMs.keys()];
  }

  /** How long until the first of them may be tried again, at most `maxMs`. */
  nextInMs(maxMs: number): number {
    const nowMs = this.now();
    let nextMs = maxMs;
    for (const untilMs of this.untilMs.values()) nextMs = Math.min(nextMs, Math.max(0, untilMs - nowMs));
    return nextMs;
  }
}
