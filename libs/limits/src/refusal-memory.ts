import { type LimitCheck } from './limit-check.js';
import { type LimitState, type RateLimitState } from './rate-limit-state.js';

/** The exhausted limit, how long it is exhausted, and the state of the limits. */
export interface RefusalFacts {
  check: LimitCheck;
  waitMs: number;
  state: RateLimitState;
}

interface StoredRefusal {
  limit: number;
  cost: number;
  atMs: number;
  waitMs: number;
  /** How long the refusal can be repeated without asking the counters again. */
  validMs: number;
  state: RateLimitState;
}

const MAX_REFUSALS = 10_000;

/** Counted requests only expire. Tokens can be returned and running requests can end, also in other processes. */
const MAX_VALIDITY_MS = {
  rpm: Number.POSITIVE_INFINITY,
  requestsPerDay: Number.POSITIVE_INFINITY,
  tpm: 250,
  concurrency: 50,
  sockets: 50,
} as const;

/** Remembers exhausted limits, so that a flood of refused requests does not reach Redis and costs little. */
export class RefusalMemory {
  private readonly refusals = new Map<string, StoredRefusal>();

  constructor(private readonly max = MAX_REFUSALS) {}

  /** The remembered refusal of such a request, if there is one. */
  find(checks: readonly LimitCheck[], nowMs: number): RefusalFacts | undefined {
    if (this.refusals.size === 0) return undefined;
    for (const check of checks) {
      const stored = this.refusals.get(check.key);
      const refusal = stored === undefined ? undefined : this.repeatRefusal(check, stored, nowMs);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  remember(
    { check, waitMs, state }: RefusalFacts,
    nowMs: number,
    maxValidMs = Number.POSITIVE_INFINITY,
  ): void {
    const { key, name, limit, cost } = check;
    const validMs = Math.min(waitMs, MAX_VALIDITY_MS[name], maxValidMs);
    this.refusals.delete(key);
    this.refusals.set(key, { limit, cost, atMs: nowMs, waitMs, validMs, state });
    if (this.refusals.size <= this.max) return;
    for (const oldest of this.refusals.keys()) return void this.refusals.delete(oldest);
  }

  forget(key: string): void {
    if (this.refusals.size > 0) this.refusals.delete(key);
  }

  clear(): void {
    this.refusals.clear();
  }

  private repeatRefusal(check: LimitCheck, stored: StoredRefusal, nowMs: number): RefusalFacts | undefined {
    const elapsedMs = nowMs - stored.atMs;
    const hasExpired = elapsedMs < 0 || elapsedMs >= stored.validMs || check.limit !== stored.limit;
    if (hasExpired) {
      this.forget(check.key);
      return undefined;
    }
    // A smaller request may still be within the limit.
    if (check.cost < stored.cost) return undefined;
    return { check, waitMs: stored.waitMs - elapsedMs, state: afterElapsed(stored.state, elapsedMs) };
  }
}

function afterElapsed({ requests, tokens }: RateLimitState, elapsedMs: number): RateLimitState {
  const state: RateLimitState = {};
  if (requests !== undefined) state.requests = reduceReset(requests, elapsedMs);
  if (tokens !== undefined) state.tokens = reduceReset(tokens, elapsedMs);
  return state;
}

function reduceReset({ limit, remaining, resetMs }: LimitState, elapsedMs: number): LimitState {
  return { limit, remaining, resetMs: Math.max(0, resetMs - elapsedMs) };
}
