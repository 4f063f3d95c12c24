import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A pid may be reused by a later process, but a pid with a start time is unique. */
export interface ProcessIdentity {
  pid: number;
  startTime: string;
}

/** Undefined if the process does not exist or is a zombie. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startTime = process.platform === 'linux' ? readStartTimeFromProc(pid) : readStartTimeFromPs(pid);
  return startTime === undefined ? undefined : { pid, startTime };
}

export function isAlive(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startTime === identity.startTime;
}

function readStartTimeFromProc(pid: number): string | undefined {
  const stat = readOrUndefined(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The second field is the program name in parentheses, which may contain spaces and parentheses.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticksSinceBoot = fields[18];
  if (state === 'Z' || state === 'X' || ticksSinceBoot === undefined) return undefined;
  return `${readBootId()}:${ticksSinceBoot}`;
}

/** Ticks are counted from the boot, so without the boot id a process of an earlier boot could seem to be alive. */
function readBootId(): string {
  return readOrUndefined('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function readStartTimeFromPs(pid: number): string | undefined {
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

/** Kills a process group by the pid of its leader. */
export function killGroup(leaderPid: number): void {
  try {
    process.kill(-leaderPid, 'SIGKILL');
  } catch (error) {
    // All processes of the group have ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
