import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

const MACHINE_ID = '/etc/machine-id';

/** Identifies a config file by its machine and its path. The machine id distinguishes machines with the same host name. */
export function getConfigPlace(path: string): string {
  const machine = createHash('sha256').update(`${hostname()} ${readMachineId()}`).digest('hex').slice(0, 16);
  return `${hostname()} ${machine} ${path}`;
}

/** Empty on systems without a machine id. */
function readMachineId(): string {
  try {
    return readFileSync(MACHINE_ID, 'utf8').trim();
  } catch {
    return '';
  }
}
