import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { type RecordedChild } from './data-folder-lock.js';
import { type ProcessIdentity, identifyProcess, isAlive, killGroup } from './process-identity.js';

interface OrphanLimits {
  /** How long they may take to finish. */
  graceMs: number;
  /** How long the system may take to end what was killed. */
  killMs: number;
}

/**
 * Every process of one supervisor's run carries this in its environment, and so does whatever it starts. By it a
 * process is found again whose parent, which alone is on record, has ended.
 */
const VARIABLE = 'MODELGATE_RUN_MARK';

const usualLimits: OrphanLimits = { graceMs: 5_000, killMs: 10_000 };
const pollMs = 50;

/**
 * Ends children of a supervisor that was killed, and what these have started: asks first, and insists once the grace
 * period is over.
 */
export async function endOrphans(
  children: readonly Omit<RecordedChild, 'name'>[],
  limits: Partial<OrphanLimits> = {},
): Promise<void> {
  const { graceMs, killMs } = { ...usualLimits, ...limits };
  const leaders = children.filter(isAlive);
  const marked = findMarkedProcesses(new Set(children.flatMap(({ mark }) => mark ?? [])));
  const orphans: ProcessIdentity[] = [...leaders, ...marked];
  for (const leader of leaders) send(leader.pid, 'SIGTERM');
  if (await allEnd(orphans, graceMs)) return;
  for (const leader of leaders.filter(isAlive)) killGroup(leader.pid);
  for (const orphan of orphans.filter(isAlive)) send(orphan.pid, 'SIGKILL');
  if (await allEnd(orphans, killMs)) return;
  const pids = orphans.filter(isAlive).map(({ pid }) => pid);
  throw new CommandFailure(
    `Processes of an earlier start do not end, although they were killed: ${pids.join(', ')}`,
    exitCodes.dataFolderInUse,
  );
}

async function allEnd(processes: readonly ProcessIdentity[], timeoutMs: number): Promise<boolean> {
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
    // It has ended since we looked.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export function withRunMark(environment: NodeJS.ProcessEnv, mark: string): NodeJS.ProcessEnv {
  return { ...environment, [VARIABLE]: mark };
}

/** Only Linux lets us look; elsewhere such processes end by their own watchdog, or with their group. */
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
    // It has ended, or belongs to somebody else.
    return undefined;
  }
}
