import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process number alone may be given to another process later; with its start time it is one of a kind. */
export interface ProcessIdentity {
  pid: number;
  startTime: string;
}

/** Undefined where no such process lives; a zombie does not. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startTime = process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid);
  return startTime === undefined ? undefined : { pid, startTime };
}

export function isAlive(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startTime === identity.startTime;
}

function startTimeFromProc(pid: number): string | undefined {
  const stat = readOrUndefined(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticksSinceBoot = fields[18];
  if (state === 'Z' || state === 'X' || ticksSinceBoot === undefined) return undefined;
  return `${bootId()}:${ticksSinceBoot}`;
}

/** Ticks count from the machine's start: without this, a process of the last boot could seem to live. */
function bootId(): string {
  return readOrUndefined('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function startTimeFromPs(pid: number): string | undefined {
  try {
    const line = execFileSync('/bin/ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { LC_ALL: 'C' },
    });
    const [state = '', ...startTime] = line.trim().split(/\s+/);
    return state === '' || state.startsWith('Z') ? undefined : startTime.join(' ');
  } catch {
    return undefined;
  }
}

/** Ends a process that leads its own group, and all that it has started there, at once. */
export function killGroup(leaderPid: number): void {
  try {
    process.kill(-leaderPid, 'SIGKILL');
  } catch (error) {
    // All of them have ended already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
