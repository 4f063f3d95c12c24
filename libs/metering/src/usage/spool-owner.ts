import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * The name of a process's spool, `machine-pid-start-random`. With it, other processes on the same machine can check
 * whether the owner is still running.
 */
const SPOOL_OWNER = /^(?<machine>[0-9a-f]{12})-(?<pid>\d+)-(?<start>[0-9a-f]{8}|unknown)-[0-9a-f]{12}$/;

const UNKNOWN = 'unknown';
/**
 * Includes the PID namespace: containers can share a folder and a host name, but the same PID is another process there.
 */
const MACHINE = hash(`${hostname()} ${readLink('/proc/self/ns/pid')}`, 12);

/** The spool owners that this process uses now. */
const ownSpoolOwners = new Set<string>();

export function createSpoolOwner(): string {
  const start = readProcessStart(process.pid) ?? UNKNOWN;
  const spoolOwner = `${MACHINE}-${process.pid}-${start}-${randomBytes(6).toString('hex')}`;
  ownSpoolOwners.add(spoolOwner);
  return spoolOwner;
}

export function releaseSpoolOwner(spoolOwner: string): void {
  ownSpoolOwners.delete(spoolOwner);
}

export function isSpoolOwner(name: string): boolean {
  return SPOOL_OWNER.test(name);
}

/** `unknown` if the process is on another machine or in another container. */
export function readOwnerStatus(spoolOwner: string): 'alive' | 'dead' | 'unknown' {
  const { machine, pid, start } = SPOOL_OWNER.exec(spoolOwner)?.groups ?? {};
  if (machine !== MACHINE) return 'unknown';
  // An owner with our PID that we did not create belonged to an earlier process with this PID.
  if (Number(pid) === process.pid) return ownSpoolOwners.has(spoolOwner) ? 'alive' : 'dead';
  if (start === UNKNOWN) return isProcessRunning(Number(pid)) ? 'alive' : 'dead';
  return readProcessStart(Number(pid)) === start ? 'alive' : 'dead';
}

/**
 * A hash of the start time, which distinguishes a process from later ones with the same PID. Undefined if it has
 * exited.
 */
function readProcessStart(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses, which may itself contain spaces and parentheses.
  const [state = 'X', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticksSinceBoot = fields[18];
  if ('ZX'.includes(state) || ticksSinceBoot === undefined) return undefined;
  return hash(`${readText('/proc/sys/kernel/random/boot_id')} ${ticksSinceBoot}`, 8);
}

function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function hash(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
