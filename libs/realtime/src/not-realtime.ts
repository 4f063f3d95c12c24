import { type Target } from '#catalog';

const REMEMBERED_MS = 10 * 60_000;

/** Remembers for a while which models their services do not offer for realtime: nobody can tell by a name. */
export class NotRealtime {
  private readonly until = new Map<string, number>();

  add(target: Target): void {
    this.until.set(keyOf(target), performance.now() + REMEMBERED_MS);
  }

  has(target: Target): boolean {
    const key = keyOf(target);
    const until = this.until.get(key);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    this.until.delete(key);
    return false;
  }
}

function keyOf({ channel, upstreamModel }: Target): string {
  return `${channel.id} ${upstreamModel}`;
}
