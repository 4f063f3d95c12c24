import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** With this, a process gets a quarter of a core that the API wants, too. */
const LOWER_PRIORITY = 5;

/**
 * Lets the requests of the API go before the work of this process, which can wait a moment. Linux may compare only whole
 * groups of processes, of which each program that the supervisor starts is one.
 */
export function lowerPriority(pid: number): void {
  tryTo(() => setPriority(pid, getPriority() + LOWER_PRIORITY));
  if (process.platform === 'linux')
    tryTo(() => writeFileSync(`/proc/${pid}/autogroup`, String(LOWER_PRIORITY)));
}

/** Only an optimization, which a sandbox may not allow. */
function tryTo(change: () => void): void {
  try {
    change();
  } catch {
    return;
  }
}
