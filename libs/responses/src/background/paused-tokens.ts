import { Injectable } from '@nestjs/common';

/** The limits of the time for which responses of a token are not claimed. */
const MAX_PAUSE_MS = 15_000;
const MIN_PAUSE_MS = 1_000;

/** Tokens over a limit. Their responses are not claimed for a while. */
@Injectable()
export class PausedTokens {
  private readonly untilMs = new Map<string, number>();

  /**
   * Pauses a token for the time of the error, within limits: its limit may be raised, or its running responses may end
   * early.
   */
  pause(tokenId: string, retryAfterSeconds = 0): void {
    const pauseMs = Math.min(Math.max(retryAfterSeconds * 1_000, MIN_PAUSE_MS), MAX_PAUSE_MS);
    this.untilMs.set(tokenId, performance.now() + pauseMs);
  }

  /** The tokens that are paused now. */
  list(): string[] {
    const nowMs = performance.now();
    for (const [tokenId, untilMs] of this.untilMs) if (untilMs <= nowMs) this.untilMs.delete(tokenId);
    return [...this.untilMs.keys()];
  }

  /** How long until the first pause ends, at most `maxMs`. */
  nextInMs(maxMs: number): number {
    const nowMs = performance.now();
    let nextMs = maxMs;
    for (const untilMs of this.untilMs.values()) nextMs = Math.min(nextMs, Math.max(0, untilMs - nowMs));
    return nextMs;
  }
}
