import { type LimitCheck } from './limit-check.js';
import { type LimitState, type RateLimitState } from './rate-limit-state.js';

/** Which limit is in the way, for how long, and how the limits stand. */
export interface KnownRefusal {
  check: LimitCheck;
  waitMs: number;
  state: RateLimitState;
}

interface Refused {
  limit: number;
  cost: number;
  atMs: number;
  waitMs: number;
  /** How long it is certain, or near enough, that nothing has changed. */
  holdsMs: number;
  state: RateLimitState;
}

const MAX_REFUSALS = 10_000;

/** Requests only grow old; tokens are given back, and running requests end, in other processes too. */
const HOLDS_AT_MOST_MS = {
  rpm: Number.POSITIVE_INFINITY,
  requestsPerDay: Number.POSITIVE_INFINITY,
  tpm: 250,
  concurrency: 50,
  sockets: 50,
} as const;

/** Remembers which limits are used up, so that a flood over one of them costs nobody but this process, and it little. */
export class RefusalMemory {
  private readonly refusals = new Map<string, Refused>();

  constructor(private readonly max = MAX_REFUSALS) {}

  /** The refusal, where it is known. */
  find(checks: readonly LimitCheck[], nowMs: number): KnownRefusal | undefined {
    if (this.refusals.size === 0) return undefined;
    for (const check of checks) {
      const refused = this.refusals.get(check.key);
      const again = refused === undefined ? undefined : this.refuseAgain(check, refused, nowMs);
      if (again !== undefined) return again;
    }
    return undefined;
  }

  remember(
    { check, waitMs, state }: KnownRefusal,
    nowMs: number,
    maxHoldMs = Number.POSITIVE_INFINITY,
  ): void {
    const { key, name, limit, cost } = check;
    const holdsMs = Math.min(waitMs, HOLDS_AT_MOST_MS[name], maxHoldMs);
    this.refusals.delete(key);
    this.refusals.set(key, { limit, cost, atMs: nowMs, waitMs, holdsMs, state });
    if (this.refusals.size <= this.max) return;
    for (const oldest of this.refusals.keys()) return void this.refusals.delete(oldest);
  }

  forget(key: string): void {
    if (this.refusals.size > 0) this.refusals.delete(key);
  }

  clear(): void {
    this.refusals.clear();
  }

  private refuseAgain(check: LimitCheck, refused: Refused, nowMs: number): KnownRefusal | undefined {
    const elapsedMs = nowMs - refused.atMs;
    const isOver = elapsedMs < 0 || elapsedMs >= refused.holdsMs || check.limit !== refused.limit;
    if (isOver) {
      this.forget(check.key);
      return undefined;
    }
    // A smaller request may fit where this one did not.
    if (check.cost < refused.cost) return undefined;
    return { check, waitMs: refused.waitMs - elapsedMs, state: laterBy(refused.state, elapsedMs) };
  }
}

function laterBy({ requests, tokens }: RateLimitState, elapsedMs: number): RateLimitState {
  const state: RateLimitState = {};
  if (requests !== undefined) state.requests = soonerReset(requests, elapsedMs);
  if (tokens !== undefined) state.tokens = soonerReset(tokens, elapsedMs);
  return state;
}

function soonerReset({ limit, remaining, resetMs }: LimitState, elapsedMs: number): LimitState {
  return { limit, remaining, resetMs: Math.max(0, resetMs - elapsedMs) };
}
