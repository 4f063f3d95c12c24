import { type Accepted, createVideoTasks } from '#video-tasks';
import { Client } from './client.js';
import { type BenchDatabase, type DatabaseCopies } from './database-copies.js';
import { Gate } from './gate.js';
import { brokenPromises, isMonotone } from './invariants.js';
import { type Tier, TIERS } from './tiers.js';
import { until } from './until.js';
import { BENCH_SETTINGS, type VideoBench, openVideoBench } from './video-bench.js';

/** Where the process is that takes the order. */
type Moment =
  | 'dies before it has committed'
  | 'dies before it has answered'
  | 'answers and wakes nobody'
  /** And a second one is asked meanwhile. */
  | 'sleeps before it has committed'
  | 'sleeps and dies before it has committed';

export interface ApiCase {
  moment: Moment;
  worker: 'there' | 'started later';
  tier: Tier;
}

const MOMENTS: readonly Moment[] = [
  'dies before it has committed',
  'dies before it has answered',
  'answers and wakes nobody',
  'sleeps before it has committed',
  'sleeps and dies before it has committed',
];

export const API_CASES: readonly ApiCase[] = MOMENTS.flatMap((moment) =>
  TIERS.flatMap((tier) => (['there', 'started later'] as const).map((worker) => ({ moment, worker, tier }))),
);

/** A database whose transactions wait or break before they are committed, or after. */
function breaking(database: BenchDatabase, hooks: Partial<Record<'before' | 'after', () => Promise<void>>>) {
  const broken: Pick<BenchDatabase, 'query' | 'transaction'> = {
    query: (...parameters: Parameters<BenchDatabase['query']>) => database.query(...parameters),
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
  return broken as BenchDatabase;
}

const dies = (): Promise<void> => Promise.reject(new Error('this process is dead'));

async function order({ moment }: ApiCase, bench: VideoBench, client: Client): Promise<Accepted[]> {
  const open = (dataSource: BenchDatabase) =>
    createVideoTasks({ ...bench, dataSource, wake: () => undefined });
  const sound = open(bench.database);
  const gate = new Gate();
  switch (moment) {
    case 'dies before it has committed':
      await client.order(open(breaking(bench.database, { before: dies }))).catch(() => undefined);
      return [await client.order(sound)];
    case 'dies before it has answered':
      await client.order(open(breaking(bench.database, { after: dies }))).catch(() => undefined);
      return [await client.order(sound)];
    case 'answers and wakes nobody':
      return [await client.order(sound)];
    case 'sleeps before it has committed':
    case 'sleeps and dies before it has committed': {
      gate.stop();
      let isAsleep = false;
      const sleep = (): Promise<void> => {
        isAsleep = true;
        return gate.pass();
      };
      const asleep = client.order(open(breaking(bench.database, { before: sleep })));
      await until(() => isAsleep, 5_000);
      const second = client.order(sound);
      await until(() => isSomebodyWaiting(bench.database), 5_000);
      if (moment === 'sleeps before it has committed') gate.resume();
      else gate.bury();
      const answers = await Promise.allSettled([asleep, second]);
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    }
  }
}

/** The second finds that the first has the key, and waits for what becomes of it. */
async function isSomebodyWaiting(database: BenchDatabase): Promise<boolean> {
  const rows = await database.query<unknown[]>(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

export async function runApiCase(one: ApiCase, copies: DatabaseCopies) {
  const bench = await openVideoBench(await copies.copy(), one.tier);
  try {
    const { worker } = bench.openWorker('worker', 'machine');
    const client = new Client(bench, one.moment);
    if (one.worker === 'there') await worker.start();
    const answers = await order(one, bench, client);
    if (one.worker === 'started later') await worker.start();
    const tasks = createVideoTasks({ ...bench, dataSource: bench.database, wake: () => undefined });
    const [first] = answers;
    const task = await client.watch(tasks, first?.task.id ?? '');
    await worker.stop();
    const broken = await brokenPromises({
      database: bench.database,
      made: bench.upstream.videos.created,
      submitLeaseMs: BENCH_SETTINGS.submitLeaseMs,
    });
    const count = (await tasks.list(bench.token, { order: 'asc', limit: 10 })).length;
    return { answers, task, count, broken, isMonotone: isMonotone(client.seen) };
  } finally {
    await bench.close();
  }
}
