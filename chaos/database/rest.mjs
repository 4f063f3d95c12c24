import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const WINDOW_MS = 4_000;
const WINDOWS = 3;
const MAX_SHARE = 0.05;
/** The unit of CPU time in /proc. */
const TICK_MS = 10;

/**
 * The CPU share of an idle installation. The lowest of several windows counts, because maintenance runs from time to
 * time.
 */
export async function measureRest({ parts }, notBeforeMs) {
  await sleep(Math.max(notBeforeMs - performance.now(), 0));
  const roots = parts.map(({ pid }) => pid);
  let min;
  for (let window = 0; window < WINDOWS && !(min?.share <= MAX_SHARE); window += 1) {
    const measured = await measureWindow(roots);
    if (min === undefined || measured.share < min.share) min = measured;
  }
  const { share, busiest } = min;
  const violations =
    share <= MAX_SHARE
      ? []
      : [`${percent(share)}; ${busiest.map(({ name, cpuMs }) => `${name}: ${cpuMs} ms`).join(', ')}`];
  return { share: percent(share), violations };
}

async function measureWindow(roots) {
  const before = cpuTimes(roots);
  const startedAt = performance.now();
  await sleep(WINDOW_MS);
  const windowMs = performance.now() - startedAt;
  const used = [...cpuTimes(roots)].map(([pid, { name, cpuMs }]) => ({
    name,
    cpuMs: cpuMs - (before.get(pid)?.cpuMs ?? 0),
  }));
  return {
    share: used.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / windowMs,
    busiest: used.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, 3),
  };
}

/** Of these processes and their descendants. */
function cpuTimes(roots) {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(Number(pid)) ?? []);
  const family = new Set(roots);
  let sizeBefore;
  do {
    sizeBefore = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  } while (family.size > sizeBefore);
  return new Map(processes.filter(({ pid }) => family.has(pid)).map((found) => [found.pid, found]));
}

function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const name = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(-60).trim();
    return {
      pid,
      name,
      parent: Number(fields[1]),
      cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    };
  } catch {
    return undefined;
  }
}

function percent(share) {
  return `${(share * 100).toFixed(1)} % of a core`;
}
