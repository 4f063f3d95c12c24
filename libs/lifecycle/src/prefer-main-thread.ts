import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Node creates them first: one for delayed tasks, and four that collect garbage and compile. */
const ENGINE_THREADS = 5;
/** With this, a thread gets about a tenth of a core that another thread wants, too. */
const LOWER_PRIORITY = 10;

/**
 * Lets requests go before the garbage collection that V8 does in threads beside them. A full collection takes some
 * 100 ms of their time. If they had the same priority, four of them would leave a fifth of a single core to requests.
 */
export function preferMainThread(): void {
  if (process.platform !== 'linux') return;
  try {
    const threads = readdirSync('/proc/self/task').map(Number);
    const others = threads.filter((id) => id > process.pid).toSorted((left, right) => left - right);
    for (const id of others.slice(0, ENGINE_THREADS)) setPriority(id, LOWER_PRIORITY);
  } catch {
    // Only an optimization, which a sandbox may not allow.
  }
}
