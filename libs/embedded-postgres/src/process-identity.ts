import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** Whether the kernel still knows this pid: true for a zombie as well. */
export function isKnownToKernel(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A zombie is dead: where process 1 reaps late, or never, it may stay for as long as the machine runs. */
export function isAlive(pid: number): boolean {
  return isKnownToKernel(pid) && !isZombie(pid);
}

/** A pid file may outlive its process and the pid may go to another one, so the command line has to agree. */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (!isAlive(pid)) return false;
  return existsSync('/proc/self/cmdline')
    ? procSaysPostmaster(pid, clusterDir)
    : psSaysPostmaster(pid, clusterDir);
}

/** Processes whose parent this one is. */
export function findChildren(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return (stdout ?? '')
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
}

/** Every process of a server works in the folder of its cluster. */
export function isBackendOf(pid: number, clusterDir: string): boolean {
  return isAlive(pid) && workingDirectory(pid) === clusterDir;
}

function isZombie(pid: number): boolean {
  const stat = readProc(pid, 'stat');
  // The process name before the state is in brackets and may itself contain brackets and spaces.
  const state = stat?.slice(stat.lastIndexOf(')') + 2).charAt(0);
  return state === 'Z' || state === 'X';
}

function procSaysPostmaster(pid: number, clusterDir: string): boolean {
  const [program = '', ...programArguments] = readProc(pid, 'cmdline')?.split('\0') ?? [];
  if (basename(program) !== 'postgres') return false;
  return (
    programArguments[programArguments.indexOf('-D') + 1] === clusterDir ||
    workingDirectory(pid) === clusterDir
  );
}

function psSaysPostmaster(pid: number, clusterDir: string): boolean {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return /(^|\/)postgres -D /.test(stdout) && stdout.includes(` -D ${clusterDir} `);
}

function readProc(pid: number, entry: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${entry}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** Root in a container may lack the capability to look; the command line is readable to everyone. */
function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
