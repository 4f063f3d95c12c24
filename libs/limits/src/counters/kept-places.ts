import { type Asked, type Check, type Taken } from './counters.js';
import { type RunningRequest } from './memory-counters.js';

interface KeptKey {
  limit: number;
  /** Places that were free when Redis was last asked, and when that was. */
  remaining: number;
  receivedAt: number;
  free: { place: string; since: number }[];
}

/** What Redis said is believed for so long; then it is asked again. */
const BELIEVED_MS = 250;
/** A place that nobody has taken for so long goes back. */
const KEEP_MS = 100;

/**
 * Places among the running requests that have become free, and that this process keeps for a moment: where requests follow
 * each other closely, the next one takes a place without asking Redis. Only while most places are free: near the limit a
 * place goes back at once, because another process may wait for it.
 */
export class KeptPlaces {
  private readonly kept = new Map<string, KeptKey>();
  /** The name that Redis has for the place of a request, where it is not that of the request itself. */
  private readonly names = new Map<string, string>();

  constructor(private readonly now: () => number) {}

  get isEmpty(): boolean {
    return this.kept.size === 0;
  }

  /** Redis has said how the limits stand. */
  hear({ checks, nowMs }: Asked, { readings }: Taken): void {
    if (nowMs !== undefined) return;
    checks.forEach(({ key, span, limit }, index) => {
      if (span !== 'running') return;
      const remaining = readings[index]?.remaining ?? 0;
      const free = this.kept.get(key)?.free ?? [];
      this.kept.set(key, { limit, remaining, receivedAt: this.now(), free });
    });
  }

  has({ key, limit }: Check): boolean {
    const kept = this.kept.get(key);
    return kept !== undefined && kept.limit === limit && kept.free.length > 0 && this.isPlenty(kept);
  }

  take(key: string, holder: string): void {
    const place = this.kept.get(key)?.free.pop()?.place;
    if (place !== undefined) this.names.set(toName(key, holder), place);
  }

  /** Whether the place of a request that has ended is kept. */
  keep(key: string, place: string, processes: number): boolean {
    const kept = this.kept.get(key);
    if (kept === undefined || !this.isPlenty(kept)) return false;
    if (kept.free.length + 1 > kept.remaining / (2 * processes)) return false;
    kept.free.push({ place, since: this.now() });
    return true;
  }

  /** What Redis calls the place of a request. */
  getPlace(key: string, holder: string): string {
    return this.names.get(toName(key, holder)) ?? holder;
  }

  /** The same for one that has ended. */
  leave(key: string, holder: string): string {
    const name = toName(key, holder);
    const place = this.names.get(name);
    if (place === undefined) return holder;
    this.names.delete(name);
    return place;
  }

  /** All that nobody is in. */
  *free(): Iterable<RunningRequest> {
    for (const [key, { free }] of this.kept) for (const { place } of free) yield { key, holder: place };
  }

  /** Those that have been kept for long enough, or all. */
  *end(all: boolean): Iterable<RunningRequest> {
    const now = this.now();
    for (const [key, kept] of this.kept) {
      const isOver = all || !this.isPlenty(kept);
      const ended = kept.free.filter(({ since }) => isOver || now - since >= KEEP_MS);
      kept.free = kept.free.filter((one) => !ended.includes(one));
      if (kept.free.length === 0 && now - kept.receivedAt > BELIEVED_MS) this.kept.delete(key);
      for (const { place } of ended) yield { key, holder: place };
    }
  }

  private isPlenty({ limit, remaining, receivedAt }: KeptKey): boolean {
    return remaining * 2 >= limit && this.now() - receivedAt < BELIEVED_MS;
  }
}

function toName(key: string, holder: string): string {
  return `${key} ${holder}`;
}
