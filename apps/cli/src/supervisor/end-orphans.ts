import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { type RecordedChild } from './data-folder-lock.js';
import { type ProcessIdentity, identifyProcess, isAlive, killGroup } from './process-identity.js';

interface OrphanLimits {
  /** The time to finish after SIGTERM. */
  graceMs: number;
  /** The time to end after SIGKILL. */
  killMs: number;
}

/**
 * In the environment of all descendants of a supervisor. Finds processes whose parent has ended, because only direct
 * children are recorded.
 */
const VARIABLE = 'MODELGATE_RUN_MARK';

const defaultLimits: OrphanLimits = { graceMs: 5_000, killMs: 10_000 };
const pollMs = 50;

/**
 * Ends the children of a killed supervisor and their descendants, first with SIGTERM and after the grace period with
 * SIGKILL.
 */
export async function endOrphans(
  children: readonly Omit<RecordedChild, 'name'>[],
  limits: Partial<OrphanLimits> = {},
): Promise<void> {
  const { graceMs, killMs } = { ...defaultLimits, ...limits };
  const leaders = children.filter(isAlive);
  const marked = findMarkedProcesses(new Set(children.flatMap(({ mark }) => mark ?? [])));
  const orphans: ProcessIdentity[] = [...leaders, ...marked];
  for (const leader of leaders) send(leader.pid, 'SIGTERM');
  if (await waitForEnd(orphans, graceMs)) return;
  for (const leader of leaders.filter(isAlive)) killGroup(leader.pid);
  for (const orphan of orphans.filter(isAlive)) send(orphan.pid, 'SIGKILL');
  if (await waitForEnd(orphans, killMs)) return;
  const pids = orphans.filter(isAlive).map(({ pid }) => pid);
  throw new CommandFailure(
    `Processes of an earlier start are still running although they were killed: ${pids.join(', ')}`,
    exitCodes.dataFolderInUse,
  );
}

/** Resolves to whether all processes have ended within the timeout. */
async function waitForEnd(processes: readonly ProcessIdentity[], timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (processes.some(isAlive)) {
    if (performance.now() >= deadline) return false;
    await sleep(pollMs);
  }
  return true;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The process has ended in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export function withRunMark(environment: NodeJS.ProcessEnv, mark: string): NodeJS.ProcessEnv {
  return { ...environment, [VARIABLE]: mark };
}

/** Supported only on Linux. On other systems these processes end by their own watchdog or with their group. */
function findMarkedProcesses(marks: ReadonlySet<string>): ProcessIdentity[] {
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
    // The process has ended or belongs to another user.
    return undefined;
  }
}
