import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * The name of one process's spool. It says whose it is, so that others on the same machine can tell whether that process
 * still lives: `machine-pid-start-random`.
 */
const SPOOL_OWNER = /^(?<machine>[0-9a-f]{12})-(?<pid>\d+)-(?<start>[0-9a-f]{8}|unknown)-[0-9a-f]{12}$/;

const UNKNOWN = 'unknown';
/** Containers may share a folder and a host name; their process numbers still mean different processes. */
const MACHINE = digest(`${hostname()} ${readLink('/proc/self/ns/pid')}`, 12);

/** Those that this process works with at the moment. */
const ownSpoolOwners = new Set<string>();

export function takeSpool(): string {
  const start = toStart(process.pid) ?? UNKNOWN;
  const spoolOwner = `${MACHINE}-${process.pid}-${start}-${randomBytes(6).toString('hex')}`;
  ownSpoolOwners.add(spoolOwner);
  return spoolOwner;
}

export function leaveSpool(spoolOwner: string): void {
  ownSpoolOwners.delete(spoolOwner);
}

export function isSpoolOwner(name: string): boolean {
  return SPOOL_OWNER.test(name);
}

/** `unknown` where its process cannot be asked: it is on another machine, or in another container. */
export function parseOwner(spoolOwner: string): 'alive' | 'dead' | 'unknown' {
  const { machine, pid, start } = SPOOL_OWNER.exec(spoolOwner)?.groups ?? {};
  if (machine !== MACHINE) return 'unknown';
  // One with our number that is not ours was left by a process that had the number before us.
  if (Number(pid) === process.pid) return ownSpoolOwners.has(spoolOwner) ? 'alive' : 'dead';
  if (start === UNKNOWN) return isKnownToKernel(Number(pid)) ? 'alive' : 'dead';
  return toStart(Number(pid)) === start ? 'alive' : 'dead';
}

/** Numbers are given to other processes later; with the moment of its start a process is one of a kind. */
function toStart(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
  const [state = 'X', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticksSinceBoot = fields[18];
  if ('ZX'.includes(state) || ticksSinceBoot === undefined) return undefined;
  return digest(`${readText('/proc/sys/kernel/random/boot_id')} ${ticksSinceBoot}`, 8);
}

function isKnownToKernel(pid: number): boolean {
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

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
