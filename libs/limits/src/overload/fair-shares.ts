/** What one token asks for, and what it may have. Amounts are in units of work, rates in units per millisecond. */
export interface Tenant {
  /** Since the last distribution, admitted or not. */
  offered: number;
  demand: number;
  /** What it may still start; negative where it has had more. */
  credit: number;
  refilledAtMs: number;
  seenAtMs: number;
}

/** `light` asks for no more than its share, `heavy` for more, `excess` has had its share. */
export type TokenLoad = 'light' | 'heavy' | 'excess';

/** A token may save up its share for so long. */
const BURST_MS = 250;
const DEMAND_MEMORY_MS = 500;
/** After so long without a request, a token no longer makes the shares of others smaller. */
const FORGET_AFTER_MS = 5_000;
const MAX_ROUNDS = 10;

/**
 * Divides the work that a process can do among the tokens that ask for it (max-min fairness): each may have the same share,
 * and what one does not ask for goes to those that ask for more.
 */
export class FairShares {
  private readonly tenants = new Map<string, Tenant>();
  private share = 0;

  getTenant(tokenId: string, nowMs: number): Tenant {
    const known = this.tenants.get(tokenId);
    if (known !== undefined) {
      known.seenAtMs = nowMs;
      return known;
    }
    const credit = this.share * BURST_MS;
    const tenant = { offered: 0, demand: 0, credit, refilledAtMs: nowMs, seenAtMs: nowMs };
    this.tenants.set(tokenId, tenant);
    return tenant;
  }

  /** At the beginning of an overload, tokens that cause it have no credit. */
  startCredits(nowMs: number): void {
    for (const tenant of this.tenants.values()) {
      tenant.credit = tenant.demand > this.share ? 0 : this.share * BURST_MS;
      tenant.refilledAtMs = nowMs;
    }
  }

  getLoad(tenant: Tenant, nowMs: number): TokenLoad {
    const earned = this.share * (nowMs - tenant.refilledAtMs);
    tenant.credit = Math.min(this.share * BURST_MS, Math.max(tenant.credit, -this.share * BURST_MS) + earned);
    tenant.refilledAtMs = nowMs;
    if (tenant.credit <= 0) return 'excess';
    return tenant.demand > this.share ? 'heavy' : 'light';
  }

  /** Sets the shares for the next while, from what was asked for in the last. */
  distribute(capacity: number, elapsedMs: number, nowMs: number): void {
    const weight = elapsedMs / (elapsedMs + DEMAND_MEMORY_MS);
    for (const [tokenId, tenant] of this.tenants) {
      tenant.demand += (tenant.offered / elapsedMs - tenant.demand) * weight;
      if (nowMs - tenant.seenAtMs > FORGET_AFTER_MS) this.tenants.delete(tokenId);
      tenant.offered = 0;
    }
    this.share = this.findShare(capacity);
  }

  /** The level at which the demands of all tokens, each up to this level, add up to the capacity. */
  private findShare(capacity: number): number {
    let share = capacity / Math.max(1, this.tenants.size);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      let left = capacity;
      let heavy = 0;
      for (const { demand } of this.tenants.values()) {
        if (demand > share) heavy += 1;
        else left -= demand;
      }
      if (heavy === 0) return capacity;
      const next = left / heavy;
      if (next <= share * 1.001) return share;
      share = next;
    }
    return share;
  }
}
