/** Which programs besides the measured ones used the processor: they can make a measurement worse, but never better. */
import { readFileSync, readdirSync } from 'node:fs';
import { TICKS_PER_SECOND, listTree } from '../cost/process-tree.mjs';

const MAX_NAMED = 3;

/**
 * Starts to watch. The function that it returns gives the CPU time since then, and the names of the programs that used
 * most of it.
 */
export function watchOtherPrograms() {
  const before = readPrograms();
  return () => {
    const own = new Set(listTree(process.pid));
    const used = [...readPrograms()]
      .filter(([pid]) => !own.has(pid))
      .map(([pid, { name, seconds }]) => ({ name, seconds: seconds - (before.get(pid)?.seconds ?? 0) }))
      .toSorted((left, right) => right.seconds - left.seconds);
    const seconds = used.reduce((sum, program) => sum + program.seconds, 0);
    const names = used
      .slice(0, MAX_NAMED)
      .map((program) => `${program.name} ${program.seconds.toFixed(1)} s`);
    return { seconds, names };
  };
}

function readPrograms() {
  const programs = new Map();
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const program = readProgram(pid);
    if (program !== undefined) programs.set(Number(pid), program);
  }
  return programs;
}

function readProgram(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
    return { name, seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND };
  } catch {
    // It has ended.
    return undefined;
  }
}
