import { type Accepted } from '#video-tasks';
import { Client } from './client.js';
import { type HarnessDatabase, type DatabaseCopies } from './database-copies.js';
import { Gate } from './gate.js';
import { findBrokenInvariants, isMonotone } from './invariants.js';
import { type Tier, TIERS } from './tiers.js';
import { eventually } from '../eventually/index.js';
import { HARNESS_SETTINGS, type VideoHarness, openVideoHarness } from './video-harness.js';
import { createVideoTasks } from '../../libs/video-tasks/src/__fixtures__/create-video-tasks.js';

/** The state of the process that accepts the submission. */
type Moment =
  | 'dies before it has committed'
  | 'dies before it has responded'
  | 'responds without waking a worker'
  /** And a second process gets the same request in the meantime. */
  | 'is paused before it has committed'
  | 'is paused and dies before it has committed';

export interface ApiCase {
  moment: Moment;
  worker: 'there' | 'started later';
  tier: Tier;
}

const MOMENTS: readonly Moment[] = [
  'dies before it has committed',
  'dies before it has responded',
  'responds without waking a worker',
  'is paused before it has committed',
  'is paused and dies before it has committed',
];

export const API_CASES: readonly ApiCase[] = MOMENTS.flatMap((moment) =>
  TIERS.flatMap((tier) => (['there', 'started later'] as const).map((worker) => ({ moment, worker, tier }))),
);

/** A database whose transactions wait or fail before they are committed, or afterwards. */
function breaking(
  database: HarnessDatabase,
  hooks: Partial<Record<'before' | 'after', () => Promise<void>>>,
) {
  const broken: Pick<HarnessDatabase, 'query' | 'transaction'> = {
    query: (...parameters: Parameters<HarnessDatabase['query']>) => database.query(...parameters),
    transaction: async (run: unknown) => {
      const work = run as (manager: unknown) => Promise<never>;
      const result = await database.transaction(async (manager) => {
        const done = await work(manager);
        await hooks.before?.();
        return done;
      });
      await hooks.after?.();
      return result;
    },
  };
  return broken as HarnessDatabase;
}

const dies = (): Promise<void> => Promise.reject(new Error('this process is dead'));

async function submission({ moment }: ApiCase, harness: VideoHarness, client: Client): Promise<Accepted[]> {
  const open = (dataSource: HarnessDatabase) =>
    createVideoTasks({ ...harness, dataSource, wake: () => undefined });
  const audio = open(harness.database);
  const gate = new Gate();
  switch (moment) {
    case 'dies before it has committed':
      await client.submit(open(breaking(harness.database, { before: dies }))).catch(() => undefined);
      return [await client.submit(audio)];
    case 'dies before it has responded':
      await client.submit(open(breaking(harness.database, { after: dies }))).catch(() => undefined);
      return [await client.submit(audio)];
    case 'responds without waking a worker':
      return [await client.submit(audio)];
    case 'is paused before it has committed':
    case 'is paused and dies before it has committed': {
      gate.stop();
      let isAsleep = false;
      const sleep = (): Promise<void> => {
        isAsleep = true;
        return gate.pass();
      };
      const asleep = client.submit(open(breaking(harness.database, { before: sleep })));
      await eventually(() => isAsleep);
      const second = client.submit(audio);
      await eventually(() => isRequestWaiting(harness.database));
      if (moment === 'is paused before it has committed') gate.resume();
      else gate.kill();
      const answers = await Promise.allSettled([asleep, second]);
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    }
  }
}

/** The second process finds that the first has the key, and waits for the result. */
async function isRequestWaiting(database: HarnessDatabase): Promise<boolean> {
  const rows = await database.query<unknown[]>(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

export async function runApiCase(one: ApiCase, copies: DatabaseCopies) {
  const harness = await openVideoHarness(await copies.copy(), one.tier);
  try {
    const { worker } = harness.openWorker('worker', 'machine');
    const client = new Client(harness, one.moment);
    if (one.worker === 'there') await worker.start();
    const answers = await submission(one, harness, client);
    if (one.worker === 'started later') await worker.start();
    const tasks = createVideoTasks({ ...harness, dataSource: harness.database, wake: () => undefined });
    const [first] = answers;
    const task = await client.watch(tasks, first?.task.id ?? '');
    await worker.stop();
    const broken = await findBrokenInvariants({
      database: harness.database,
      made: harness.upstream.videos.created,
      submitLeaseMs: HARNESS_SETTINGS.submitLeaseMs,
    });
    const count = (await tasks.list(harness.token, { order: 'asc', limit: 10 })).length;
    return { answers, task, count, broken, isMonotone: isMonotone(client.seen) };
  } finally {
    await harness.close();
  }
}
