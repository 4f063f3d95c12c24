import { readFileSync } from 'node:fs';

/** The unit in which the kernel counts processor time: a hundredth of a second on every Linux that Node runs on. */
const TICK_MS = 10;

/** The processor time that a process has used so far; none if it has ended. */
export function cpuMs(pid: number): number {
  try {
    // The name in parentheses may contain spaces; the fields after it do not.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}

/** The child processes of a process that have not ended. */
export function listChildren(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return listed.split(' ').filter(Boolean).map(Number);
}
