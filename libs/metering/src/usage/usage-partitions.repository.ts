import { ADVISORY_LOCKS } from '#database';
import { type DataSource, type EntityManager } from 'typeorm';
import { type UsageRollupRepository } from './usage-rollup.repository.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days outside this range come from a wrong clock. */
const OLDEST_DAYS = 400;
const NEWEST_DAYS = 1;

/** One partition per day (UTC), so that old days can be dropped quickly. */
export class UsagePartitionRepository {
  private readonly ensuredDays = new Set<string>();

  constructor(private readonly dataSource: DataSource) {}

  /** Creates the missing partitions for these times. Rows of implausible days go to the default partition. */
  async ensure(moments: Iterable<{ startedAtMs: number }>, now = Date.now()): Promise<void> {
    const daysMs = new Set<number>();
    for (const { startedAtMs } of moments) daysMs.add(Math.floor(startedAtMs / DAY_MS) * DAY_MS);
    const days = [...daysMs].filter((day) => isPlausible(day, now)).map(toDay);
    for (const day of days.toSorted()) {
      if (this.ensuredDays.has(day)) continue;
      await this.createTable(day);
      this.ensuredDays.add(day);
    }
  }

  /** Creates the partitions of today and tomorrow. */
  async createAhead(now: Date): Promise<void> {
    const today = now.getTime();
    await this.ensure([{ startedAtMs: today }, { startedAtMs: today + DAY_MS }], today);
  }

  /** Drops the days that ended before the cutoff. Their hourly sums stay. */
  async dropBefore(cutoff: Date, rollup: UsageRollupRepository): Promise<number> {
    const days = (await this.listDays()).filter((day) => toEnd(day) <= cutoff.getTime());
    for (const day of days) await this.drop(day, rollup);
    await this.dataSource.query('DELETE FROM usage_events_default WHERE started_at < $1', [
      new Date(toStart(toDay(cutoff.getTime()))),
    ]);
    return days.length;
  }

  private async listDays(): Promise<string[]> {
    const rows = await this.dataSource.query<{ name: string }[]>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'usage_events'::regclass`,
    );
    const days = rows.map(({ name }) => /^usage_events_(\d{8})$/.exec(name)?.[1]);
    return days.filter((day) => day !== undefined).toSorted();
  }

  private async createTable(day: string): Promise<void> {
    const table = `usage_events_${day}`;
    const bounds = [new Date(toStart(day)).toISOString(), new Date(toEnd(day)).toISOString()] as const;
    await this.withPartitionLock(async (manager) => {
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

  /**
   * Sums the last changed hours under an exclusive lock, so that no event can be added between the sums and the drop.
   */
  private async drop(day: string, rollup: UsageRollupRepository): Promise<void> {
    const end = new Date(toEnd(day));
    await this.withPartitionLock(async (manager) => {
      await rollup.lock(manager);
      await manager.query('LOCK TABLE ONLY usage_events IN ACCESS EXCLUSIVE MODE');
      await rollup.rollUpBefore(manager, end);
      await manager.query('UPDATE usage_retention SET dropped_before = GREATEST(dropped_before, $1)', [end]);
      await manager.query(`DROP TABLE usage_events_${day}`);
    });
    this.ensuredDays.delete(day);
  }

  /**
   * The lock timeout is short because other queries queue behind the requested lock while a long read delays it. The
   * change is then retried at the next run.
   */
  private async withPartitionLock<Result>(
    work: (manager: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL lock_timeout = '3s'`);
      await manager.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.usagePartitions]);
      return work(manager);
    });
  }
}

/** Creates the partitions of these days (`20261115`) before a bulk insert. */
export async function prepareUsageDays(dataSource: DataSource, days: readonly string[]): Promise<void> {
  const moments = days.map((day) => ({ startedAtMs: toStart(day) }));
  await new UsagePartitionRepository(dataSource).ensure(moments);
}

/** A day as in the names of the partitions: 20261115. */
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
