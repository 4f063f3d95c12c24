import { type TakeRequest, type Check, type TakeResult } from './counters.js';
import { type RunningRequest } from './memory-counters.js';

interface CachedPermits {
  limit: number;
  /** What remained of the limit at the last query, and the time of that query. */
  remaining: number;
  receivedAt: number;
  free: { permitId: string; since: number }[];
}

/** How long the result of a query is used. */
const VALID_MS = 250;
/** A permit that was unused for this long is returned. */
const MAX_IDLE_MS = 100;

/**
 * Caches the concurrency permits of ended requests for a moment, so that the next request needs no query to Redis.
 * Permits are cached only while most of the limit is free: near the limit, another process may wait for them.
 */
export class PermitCache {
  private readonly entries = new Map<string, CachedPermits>();
  /** The permit ids of running requests that use the permit of an earlier request. */
  private readonly permitIds = new Map<string, string>();

  constructor(private readonly now: () => number) {}

  get isEmpty(): boolean {
    return this.entries.size === 0;
  }

  /** Applies the result of a query. */
  update({ checks, nowMs }: TakeRequest, { readings }: TakeResult): void {
    if (nowMs !== undefined) return;
    checks.forEach(({ key, span, limit }, index) => {
      if (span !== 'running') return;
      const remaining = readings[index]?.remaining ?? 0;
      const free = this.entries.get(key)?.free ?? [];
      this.entries.set(key, { limit, remaining, receivedAt: this.now(), free });
    });
  }

  hasPermit({ key, limit }: Check): boolean {
    const entry = this.entries.get(key);
    return entry !== undefined && entry.limit === limit && entry.free.length > 0 && this.isPlentiful(entry);
  }

  take(key: string, holder: string): void {
    const permitId = this.entries.get(key)?.free.pop()?.permitId;
    if (permitId !== undefined) this.permitIds.set(toIdKey(key, holder), permitId);
  }

  /** Caches the permit of an ended request. False if it must be returned instead. */
  tryAdd(key: string, permitId: string, processes: number): boolean {
    const entry = this.entries.get(key);
    if (entry === undefined || !this.isPlentiful(entry)) return false;
    if (entry.free.length + 1 > entry.remaining / (2 * processes)) return false;
    entry.free.push({ permitId, since: this.now() });
    return true;
  }

  /** The id of a running request's permit in Redis. */
  getPermitId(key: string, holder: string): string {
    return this.permitIds.get(toIdKey(key, holder)) ?? holder;
  }

  /** Returns the id of an ended request's permit, and removes it from the running ones. */
  removePermitId(key: string, holder: string): string {
    const idKey = toIdKey(key, holder);
    const permitId = this.permitIds.get(idKey);
    if (permitId === undefined) return holder;
    this.permitIds.delete(idKey);
    return permitId;
  }

  /** All cached permits. */
  *listFree(): Iterable<RunningRequest> {
    for (const [key, { free }] of this.entries) {
      for (const { permitId } of free) yield { key, holder: permitId };
    }
  }

  /** Removes and returns the permits that must be returned to Redis, or all. */
  *takeExpired(all: boolean): Iterable<RunningRequest> {
    const now = this.now();
    for (const [key, entry] of this.entries) {
      const mustReturn = all || !this.isPlentiful(entry);
      const expired = entry.free.filter(({ since }) => mustReturn || now - since >= MAX_IDLE_MS);
      entry.free = entry.free.filter((permit) => !expired.includes(permit));
      if (entry.free.length === 0 && now - entry.receivedAt > VALID_MS) this.entries.delete(key);
      for (const { permitId } of expired) yield { key, holder: permitId };
    }
  }

  private isPlentiful({ limit, remaining, receivedAt }: CachedPermits): boolean {
    return remaining * 2 >= limit && this.now() - receivedAt < VALID_MS;
  }
}

function toIdKey(key: string, holder: string): string {
  return `${key} ${holder}`;
}
