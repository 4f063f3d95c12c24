import { totalmem } from 'node:os';
import { type Config } from '#config';

const MIN_BYTES = 256 * 2 ** 20;
/** So many JSON bodies of the largest size fit in any case. */
const MAX_BODIES = 8;
const SHARE_OF_MEMORY = 0.25;

/** How many bytes the requests of one process may hold in memory together: their bodies, and what was fetched for them. */
export function memoryShare({ apiProcesses, maxJsonBytes }: Config['http']): number {
  // Within a container, what the container may use.
  const available = Math.min(process.constrainedMemory() || totalmem(), totalmem());
  const share = (available * SHARE_OF_MEMORY) / apiProcesses;
  return Math.max(MIN_BYTES, MAX_BODIES * maxJsonBytes, share);
}
