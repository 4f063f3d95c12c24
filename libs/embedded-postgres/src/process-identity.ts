import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** Whether this pid exists, also as a zombie. */
export function isKnownToKernel(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process runs. Zombies do not count: if process 1 does not reap them, they stay until the machine stops. */
export function isAlive(pid: number): boolean {
  return isKnownToKernel(pid) && !isZombie(pid);
}

/** Compares the command line as well: a pid file can outlive its process, and another process can get the pid. */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (!isAlive(pid)) return false;
  return existsSync('/proc/self/cmdline')
    ? isPostmasterInProc(pid, clusterDir)
    : isPostmasterInPs(pid, clusterDir);
}

/** The child processes. */
export function findChildren(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return (stdout ?? '')
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
}

/** Every process of a server has the folder of its cluster as working directory. */
export function isBackendOf(pid: number, clusterDir: string): boolean {
  return isAlive(pid) && getWorkingDirectory(pid) === clusterDir;
}

function isZombie(pid: number): boolean {
  const stat = readProc(pid, 'stat');
  // The process name before the state is in brackets, and can contain brackets and spaces itself.
  const state = stat?.slice(stat.lastIndexOf(')') + 2).charAt(0);
  return state === 'Z' || state === 'X';
}

function isPostmasterInProc(pid: number, clusterDir: string): boolean {
  const [program = '', ...programArguments] = readProc(pid, 'cmdline')?.split('\0') ?? [];
  if (basename(program) !== 'postgres') return false;
  return (
    programArguments[programArguments.indexOf('-D') + 1] === clusterDir ||
    getWorkingDirectory(pid) === clusterDir
  );
}

function isPostmasterInPs(pid: number, clusterDir: string): boolean {
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

/** Undefined without permission: root in a container may not have the capability to read it. */
function getWorkingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
