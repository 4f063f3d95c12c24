/** What is measured has one core to itself; the load and the upstream have another. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, platform } from 'node:os';
import { TICKS_PER_SECOND, hasThreadClocks } from './process-tree.mjs';

const MEASURED_CORE = '1';
const OTHER_CORE = '0';

/** Why nothing can be measured here, or nothing. */
export function findObstacle() {
  if (platform() !== 'linux') return 'only Linux tells the CPU time of a process tree';
  if (availableParallelism() < 2) return 'there is only one core';
  if (!hasTaskset()) return 'there is no taskset, which keeps a process on one core';
  if (!hasThreadClocks())
    return 'this kernel does not tell the CPU time of threads (/proc/PID/task/*/schedstat)';
  return undefined;
}

/** A command on the core of what is measured. What it starts stays there, too. */
export function onMeasuredCore(command) {
  return ['taskset', '--cpu-list', MEASURED_CORE, ...command];
}

export function onOtherCore(command) {
  return ['taskset', '--cpu-list', OTHER_CORE, ...command];
}

/** Takes this process, which is the load, off the core of what is measured. */
export function leaveMeasuredCore() {
  execFileSync('taskset', ['--all-tasks', '--pid', '--cpu-list', OTHER_CORE, String(process.pid)], {
    stdio: 'ignore',
  });
}

/** How long the core of what is measured has worked so far, for whomever, in seconds. */
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
