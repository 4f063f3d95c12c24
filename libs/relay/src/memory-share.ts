import { totalmem } from 'node:os';
import { type Config } from '#config';

const MIN_BYTES = 256 * 2 ** 20;
/** At least this many JSON bodies of the maximum size fit. */
const MAX_BODIES = 8;
const SHARE_OF_MEMORY = 0.25;

/**
 * How many bytes the requests of one process may hold in memory: their bodies and the files that were fetched for them.
 */
export function memoryShare({ apiProcesses, maxJsonBytes }: Config['http']): number {
  // In a container, the limit of the container.
  const available = Math.min(process.constrainedMemory() || totalmem(), totalmem());
  const share = (available * SHARE_OF_MEMORY) / apiProcesses;
  return Math.max(MIN_BYTES, MAX_BODIES * maxJsonBytes, share);
}
