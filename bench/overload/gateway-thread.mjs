/** How much of the time the main thread of the gateway could run, from the kernel's clocks of its threads. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const NANOSECONDS = 1e9;

/**
 * `availableSeconds` is the time in which no other program had the core, `disturbance` the rest as a share. Time in
 * which the main thread waited for the other threads of the gateway, which collect its garbage, is available: it is
 * part of the gateway's own work.
 */
export async function watchGateway(pid, seconds) {
  const before = readThreads(pid);
  await sleep(seconds * 1_000);
  const after = readThreads(pid);
  const waited = after.waitedSeconds - before.waitedSeconds;
  const ownWait = after.otherThreadSeconds - before.otherThreadSeconds;
  const disturbedSeconds = Math.max(0, waited - ownWait);
  return {
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
    availableSeconds: seconds - disturbedSeconds,
    disturbance: disturbedSeconds / seconds,
  };
}

/**
 * Gives the processes of this session the cores before those of other sessions, which Linux groups by default. Only
 * root may do this. Returns a function that undoes it.
 */
export function preferSession() {
  setGroupNiceness(-20);
  return () => setGroupNiceness(0);
}

function setGroupNiceness(niceness) {
  try {
    writeFileSync('/proc/self/autogroup', String(niceness));
  } catch {
    // Not allowed, or this kernel has no such groups.
  }
}

/**
 * Gives a process the core before others that want it. Only root may do this; otherwise the figures depend more on
 * other programs.
 */
export function prefer(pid, niceness) {
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      setPriority(Number(thread), niceness);
    } catch {
      return;
    }
  }
}

function readThreads(pid) {
  let cpuSeconds = 0;
  let main = [0, 0];
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const times = readTimes(pid, thread);
    cpuSeconds += times[0];
    if (Number(thread) === pid) main = times;
  }
  return { cpuSeconds, otherThreadSeconds: cpuSeconds - main[0], waitedSeconds: main[1] };
}

/** The seconds that a thread ran, and that it waited for the core. */
function readTimes(pid, thread) {
  try {
    const fields = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ');
    return fields.slice(0, 2).map((nanoseconds) => Number(nanoseconds) / NANOSECONDS);
  } catch {
    // It has ended.
    return [0, 0];
  }
}
