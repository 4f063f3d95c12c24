import { type RefusedToken } from './refused-request.js';

const HOUR_MS = 60 * 60 * 1000;

/** How many requests this process has refused in one hour, for one token and reason. */
export interface RefusalTotal {
  hourMs: number;
  tokenId: string;
  owner: string;
  outcome: string;
  refusals: number;
}

/** Counts every refusal. Stores totals per hour and not differences, so that storing one again changes nothing. */
export class RefusalTotals {
  private readonly totals = new Map<string, RefusalTotal>();
  private readonly changed = new Set<RefusalTotal>();
  private hourMs = 0;

  add(token: RefusedToken | undefined, outcome: string, nowMs: number): void {
    const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
    if (hourMs > this.hourMs) {
      // Totals of the previous hour that are not stored yet are still in `changed`.
      this.totals.clear();
      this.hourMs = hourMs;
    }
    const { id: tokenId, owner } = token ?? { id: '', owner: '' };
    const key = `${tokenId} ${outcome} ${owner}`;
    let total = this.totals.get(key);
    if (total === undefined) {
      total = { hourMs: this.hourMs, tokenId, owner, outcome, refusals: 0 };
      this.totals.set(key, total);
    }
    total.refusals += 1;
    this.changed.add(total);
  }

  get hasChanged(): boolean {
    return this.changed.size > 0;
  }

  /** The totals that have changed since the last call. */
  takeChanged(): RefusalTotal[] {
    const taken = [...this.changed];
    this.changed.clear();
    return taken;
  }

  /** Marks totals as changed again, because they could not be stored. */
  restore(totals: readonly RefusalTotal[]): void {
    for (const total of totals) this.changed.add(total);
  }
}
