import { readFileSync } from 'node:fs';

/** What the kernel counts processor time in: a hundredth of a second on every Linux that Node runs on. */
const TICK_MS = 10;

/** The processor time that a process has used so far; none where it has ended. */
export function cpuMs(pid: number): number {
  try {
    // The name in parentheses may contain spaces: what follows it does not.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}

/** The processes that a process has started and that have not ended. */
export function listChildren(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return listed.split(' ').filter(Boolean).map(Number);
}
