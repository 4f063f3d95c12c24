/** The measured system has one core alone; the load and the upstream share another one. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, platform } from 'node:os';
import { TICKS_PER_SECOND, hasThreadClocks } from './process-tree.mjs';

const MEASURED_CORE = '1';
const OTHER_CORE = '0';

/** The reason why this machine cannot measure; undefined if it can. */
export function findObstacle() {
  if (platform() !== 'linux') return 'only Linux provides the CPU time of a process tree';
  if (availableParallelism() < 2) return 'there is only one core';
  if (!hasTaskset()) return 'there is no taskset, which keeps a process on one core';
  if (!hasThreadClocks())
    return 'this kernel does not provide the CPU time of threads (/proc/PID/task/*/schedstat)';
  return undefined;
}

/** Runs a command and its children on the core of the measured system. */
export function onMeasuredCore(command) {
  return ['taskset', '--cpu-list', MEASURED_CORE, ...command];
}

export function onOtherCore(command) {
  return ['taskset', '--cpu-list', OTHER_CORE, ...command];
}

/** Moves this process, which is the load, to another core than the measured system. */
export function leaveMeasuredCore() {
  execFileSync('taskset', ['--all-tasks', '--pid', '--cpu-list', OTHER_CORE, String(process.pid)], {
    stdio: 'ignore',
  });
}

/** The busy time of the measured core in seconds, for all processes. */
export function readMeasuredCoreSeconds() {
  const line = new RegExp(`^cpu${MEASURED_CORE} (.+)$`, 'm').exec(readFileSync('/proc/stat', 'latin1'));
  const [user, nice, system] = line[1].split(' ').map(Number);
  return (user + nice + system) / TICKS_PER_SECOND;
}

function hasTaskset() {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
