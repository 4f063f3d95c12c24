import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

const MACHINE_ID = '/etc/machine-id';

/** Where a config file is: the machine, and the path on it. Machines of one name differ by the id that their system has. */
export function getConfigPlace(path: string): string {
  const machine = createHash('sha256').update(`${hostname()} ${readMachineId()}`).digest('hex').slice(0, 16);
  return `${hostname()} ${machine} ${path}`;
}

/** Not every system has one. */
function readMachineId(): string {
  try {
    return readFileSync(MACHINE_ID, 'utf8').trim();
  } catch {
    return '';
  }
}
