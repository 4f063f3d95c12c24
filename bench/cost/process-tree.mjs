/** The resources of a process and its descendants, from the Linux kernel. */
import { readFileSync, readdirSync } from 'node:fs';

export const TICKS_PER_SECOND = 100;

/** CPU time in seconds: of running threads in nanoseconds, and of ended children in ticks of 10 ms. */
export function readCpuSeconds(root) {
  let nanoseconds = 0;
  let ticks = 0;
  for (const pid of listTree(root)) {
    nanoseconds += readThreads(pid);
    ticks += readStat(pid)?.endedChildrenTicks ?? 0;
  }
  return nanoseconds / 1e9 + ticks / TICKS_PER_SECOND;
}

/** Memory in KB. Shared memory, such as the buffers of a database, counts once. */
export function readMemoryKilobytes(root) {
  let kilobytes = 0;
  for (const pid of listTree(root)) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))[1]);
    } catch {
      // The process has ended.
    }
  }
  return kilobytes;
}

export function listTree(root) {
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? readStat(name)?.parent : undefined;
    if (parent === undefined) continue;
    if (!children.has(parent)) children.set(parent, []);
    children.get(parent).push(Number(name));
  }
  const pids = [root];
  // The list grows during the loop.
  for (const pid of pids) pids.push(...(children.get(pid) ?? []));
  return pids;
}

/** Whether this kernel provides the CPU time of threads in nanoseconds. */
export function hasThreadClocks() {
  return readThreads(process.pid) > 0;
}

function readThreads(pid) {
  let nanoseconds = 0;
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`))
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]);
  } catch {
    // The process has ended, or the kernel has no such file.
  }
  return nanoseconds;
}

function readStat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), endedChildrenTicks: Number(fields[13]) + Number(fields[14]) };
  } catch {
    return undefined;
  }
}
