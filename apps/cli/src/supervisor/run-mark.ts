import { readdirSync, readFileSync } from 'node:fs';
import { identifyProcess, type ProcessIdentity } from './process-identity.js';

/**
 * Every process of one supervisor's run carries this in its environment, and so does whatever it starts. By it a
 * process is found again whose parent, which alone is on record, has ended.
 */
const VARIABLE = 'MODELGATE_RUN_MARK';

export function withRunMark(environment: NodeJS.ProcessEnv, mark: string): NodeJS.ProcessEnv {
  return { ...environment, [VARIABLE]: mark };
}

/** Only Linux lets us look; elsewhere such processes end by their own watchdog, or with their group. */
export function findMarkedProcesses(marks: ReadonlySet<string>): ProcessIdentity[] {
  if (process.platform !== 'linux' || marks.size === 0) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && marks.has(readMark(pid) ?? ''))
    .flatMap((pid) => identifyProcess(pid) ?? []);
}

function readMark(pid: number): string | undefined {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return environment.find((pair) => pair.startsWith(`${VARIABLE}=`))?.slice(VARIABLE.length + 1);
  } catch {
    // It has ended, or belongs to somebody else.
    return undefined;
  }
}
