import { type DataSource, type EntityManager } from 'typeorm';
import { type UsageRollupRepository } from './usage-rollup.repository.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days outside of this are those of a clock that is wrong. */
const OLDEST_DAYS = 400;
const NEWEST_DAYS = 1;
/** One number for everybody who adds or removes a partition. */
const PARTITIONS_LOCK = 7_163_550_613;

/** One table for each day, in UTC, so that old days go in an instant. */
export class UsagePartitionRepository {
  private readonly known = new Set<string>();

  constructor(private readonly dataSource: DataSource) {}

  /** Makes sure of the tables for these moments. What has none is still stored, in the table for odd days. */
  async ensure(moments: Iterable<{ startedAtMs: number }>, now = Date.now()): Promise<void> {
    const daysMs = new Set<number>();
    for (const { startedAtMs } of moments) daysMs.add(Math.floor(startedAtMs / DAY_MS) * DAY_MS);
    const days = [...daysMs].filter((day) => isPlausible(day, now)).map(toDay);
    for (const day of days.toSorted()) {
      if (this.known.has(day)) continue;
      await this.make(day);
      this.known.add(day);
    }
  }

  /** Today and tomorrow. */
  async makeAhead(now: Date): Promise<void> {
    const today = now.getTime();
    await this.ensure([{ startedAtMs: today }, { startedAtMs: today + DAY_MS }], today);
  }

  /** Drops days that were over by then. Their sums stay. */
  async dropBefore(cutoff: Date, rollup: UsageRollupRepository): Promise<number> {
    const days = (await this.days()).filter((day) => toEnd(day) <= cutoff.getTime());
    for (const day of days) await this.drop(day, rollup);
    await this.dataSource.query('DELETE FROM usage_events_default WHERE started_at < $1', [
      new Date(toStart(toDay(cutoff.getTime()))),
    ]);
    return days.length;
  }

  private async days(): Promise<string[]> {
    const rows = await this.dataSource.query<{ name: string }[]>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'usage_events'::regclass`,
    );
    const days = rows.map(({ name }) => /^usage_events_(\d{8})$/.exec(name)?.[1]);
    return days.filter((day) => day !== undefined).toSorted();
  }

  private async make(day: string): Promise<void> {
    const table = `usage_events_${day}`;
    const bounds = [new Date(toStart(day)).toISOString(), new Date(toEnd(day)).toISOString()] as const;
    await this.change(async (manager) => {
      const [found] = await manager.query<{ name: string | null }[]>('SELECT to_regclass($1) AS name', [
        table,
      ]);
      if (typeof found?.name === 'string') return;
      await manager.query(`CREATE TABLE ${table} (LIKE usage_events INCLUDING ALL)`);
      await manager.query(
        `WITH moved AS (
           DELETE FROM usage_events_default WHERE started_at >= $1 AND started_at < $2 RETURNING *)
         INSERT INTO ${table} SELECT * FROM moved`,
        [...bounds],
      );
      await manager.query(
        `ALTER TABLE usage_events ATTACH PARTITION ${table} FOR VALUES FROM ('${bounds[0]}') TO ('${bounds[1]}')`,
      );
    });
  }

  /** The last look at what has to be added up is one that nobody can add to. */
  private async drop(day: string, rollup: UsageRollupRepository): Promise<void> {
    const end = new Date(toEnd(day));
    await this.change(async (manager) => {
      await rollup.lock(manager);
      await manager.query('LOCK TABLE ONLY usage_events IN ACCESS EXCLUSIVE MODE');
      await rollup.rollUpBefore(manager, end);
      await manager.query('UPDATE usage_retention SET dropped_before = GREATEST(dropped_before, $1)', [end]);
      await manager.query(`DROP TABLE usage_events_${day}`);
    });
    this.known.delete(day);
  }

  /** Whoever reads for long must not keep everybody behind us waiting: rather we try again later. */
  private async change<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL lock_timeout = '3s'`);
      await manager.query('SELECT pg_advisory_xact_lock($1)', [PARTITIONS_LOCK]);
      return work(manager);
    });
  }
}

/** Makes the tables of these days, as in the names of tables, before many rows come at once. */
export async function prepareUsageDays(dataSource: DataSource, days: readonly string[]): Promise<void> {
  const moments = days.map((day) => ({ startedAtMs: toStart(day) }));
  await new UsagePartitionRepository(dataSource).ensure(moments);
}

/** As in the names of tables: 20261115. */
function toDay(momentMs: number): string {
  return new Date(momentMs).toISOString().slice(0, 10).replaceAll('-', '');
}

function toStart(day: string): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)));
}

function toEnd(day: string): number {
  return toStart(day) + DAY_MS;
}

function isPlausible(momentMs: number, now: number): boolean {
  return momentMs > now - OLDEST_DAYS * DAY_MS && momentMs < toStart(toDay(now + (NEWEST_DAYS + 1) * DAY_MS));
}
