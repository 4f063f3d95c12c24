import { type Failpoint, type VideoTask } from '#video-tasks';
import { eventually } from '../eventually/index.js';
import { Client } from './client.js';
import { type DatabaseCopies } from './database-copies.js';
import { type Gate } from './gate.js';
import { findBrokenInvariants, isMonotone } from './invariants.js';
import { type Tier, TIERS } from './tiers.js';
import {
  HARNESS_SETTINGS,
  type HarnessWorker,
  type VideoHarness,
  openVideoHarness,
} from './video-harness.js';
import { createVideoTasks } from '../../libs/video-tasks/src/__fixtures__/create-video-tasks.js';

/** What happens to the first worker that reaches the point. */
export type Fate =
  /** It dies, and another one starts on the same machine. */
  | 'restart'
  /** It dies, and another one is running. */
  | 'other-alive'
  /** It is paused, and continues as soon as another one has taken over. */
  | 'zombie'
  /** It is paused, and continues in the end. */
  | 'late-zombie';

export interface FailpointCase {
  failpoint: Failpoint;
  fate: Fate;
  tier: Tier;
}

const FAILPOINTS: readonly Failpoint[] = [
  'after-claim-commit',
  'before-first-upstream-byte',
  'after-upstream-answer-before-spool',
  'after-spool-before-database',
  'after-polling-commit',
  'in-poll',
  'after-upstream-success-before-finalize',
  'in-asset-copy',
  'before-terminal-commit',
  'after-terminal-commit',
];

/** If it is known that the upstream has the submission, the tier does not matter. */
const FIRST_ACCEPTED = FAILPOINTS.indexOf('after-polling-commit');

const FATES: readonly Fate[] = ['restart', 'other-alive', 'zombie', 'late-zombie'];

export const FAILPOINT_CASES: readonly FailpointCase[] = FAILPOINTS.flatMap((failpoint, point) =>
  FATES.flatMap((fate, turn) =>
    TIERS.filter((_, tier) => point < FIRST_ACCEPTED || tier === (point + turn) % TIERS.length).map(
      (tier) => ({ failpoint, fate, tier }),
    ),
  ),
);

export function getName({ failpoint, fate, tier }: FailpointCase): string {
  return `${failpoint}, ${fate}, tier ${tier}`;
}

/** The result of one case; `broken` is empty if every invariant holds. */
export interface CaseResult {
  task: VideoTask;
  videos: number;
  broken: string[];
}

export async function runFailpointCase(one: FailpointCase, copies: DatabaseCopies): Promise<CaseResult> {
  const harness = await openVideoHarness(await copies.copy(), one.tier);
  try {
    return await follow(one, harness);
  } finally {
    await harness.close();
  }
}

async function follow({ failpoint, fate }: FailpointCase, harness: VideoHarness): Promise<CaseResult> {
  const tasks = createVideoTasks({ ...harness, dataSource: harness.database, wake: () => undefined });
  const victim = new Victim(failpoint);
  const first = harness.openWorker('first', 'machine-1', victim.pass);
  const second = harness.openWorker('second', fate === 'restart' ? 'machine-1' : 'machine-2', victim.pass);
  const client = new Client(harness, `a video about ${failpoint}`);
  const { task } = await client.submit(tasks);
  await first.worker.start();
  if (fate !== 'restart') await second.worker.start();
  await eventually(() => victim.gate, 20_000);
  if (fate === 'restart') await second.worker.start();
  if (fate === 'zombie') await takenOver(harness, task.id);
  if (fate === 'zombie') victim.release();
  const ended = await client.watch(tasks, task.id);
  if (fate === 'late-zombie') victim.release();
  await settle([first, second], victim);
  const broken = await findBrokenInvariants({
    database: harness.database,
    made: harness.upstream.videos.created,
    submitLeaseMs: HARNESS_SETTINGS.submitLeaseMs,
  });
  if (!isMonotone(client.seen)) broken.push(`a client saw it go back: ${JSON.stringify(client.seen)}`);
  return { task: ended, videos: (await harness.videos()).length, broken };
}

/** Another worker holds the task, or has finished it. */
async function takenOver({ database }: VideoHarness, id: string): Promise<void> {
  const read = async () => {
    const [row] = await database.query<{ epoch: string; status: string }[]>(
      'SELECT lease_epoch AS epoch, status FROM video_tasks WHERE id = $1',
      [id],
    );
    return row ?? { epoch: '0', status: 'gone' };
  };
  const { epoch } = await read();
  await eventually(async () => {
    const now = await read();
    return now.epoch !== epoch || now.status === 'completed' || now.status === 'failed' || undefined;
  }, 20_000);
}

/** Running workers stop as usual, and so do workers that were only paused for a while. */
async function settle(workers: readonly HarnessWorker[], victim: Victim): Promise<void> {
  const living = workers.filter(({ gate }) => !victim.isDead || gate !== victim.gate);
  await Promise.all(living.map(({ worker }) => worker.stop()));
}

/** The first worker that reaches a point. */
class Victim {
  gate: Gate | undefined;
  isDead = true;

  constructor(private readonly failpoint: Failpoint) {}

  readonly pass = async (failpoint: Failpoint, gate: Gate): Promise<void> => {
    if (failpoint !== this.failpoint || this.gate !== undefined) return;
    this.gate = gate;
    gate.stop();
    await gate.pass();
  };

  /** As SIGCONT does. */
  release(): void {
    this.isDead = false;
    this.gate?.resume();
  }
}
