import { type DataSource, type EntityManager } from 'typeorm';
import { HOUR_KEYS, HOUR_SUMS, getHours } from './usage-sums.js';

/** One number for everybody who adds up. */
const ROLLUP_LOCK = 7_163_550_614;

/**
 * Adds up the hours whose rows have changed, always from the rows themselves: however late an event comes, and however
 * often an hour is added up, its sums are right.
 */
export class UsageRollupRepository {
  constructor(private readonly dataSource: DataSource) {}

  async rollUp(): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      await this.lock(manager);
      return this.rollUpBefore(manager, 'infinity');
    });
  }

  /** Until the end of the transaction nobody else adds up. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [ROLLUP_LOCK]);
  }

  /** For whoever has the lock. */
  async rollUpBefore(manager: EntityManager, end: Date | 'infinity'): Promise<number> {
    // The hours of a busy installation, or many of them after an outage, take their time.
    await manager.query('SET LOCAL statement_timeout = 0');
    const rows = await manager.query<{ hour: Date }[]>(
      `WITH changed AS (DELETE FROM usage_changed_hours WHERE hour < $1 RETURNING hour)
       SELECT DISTINCT hour FROM changed, usage_retention WHERE hour >= dropped_before ORDER BY hour`,
      [end],
    );
    for (const { hour } of rows) await this.addUp(manager, hour);
    return rows.length;
  }

  private async addUp(manager: EntityManager, hour: Date): Promise<void> {
    await manager.query('DELETE FROM usage_hours WHERE hour = $1', [hour]);
    await manager.query(
      `INSERT INTO usage_hours (${[...HOUR_KEYS, ...HOUR_SUMS].join(', ')})
       ${getHours(`started_at >= $1::timestamptz AND started_at < $1::timestamptz + interval '1 hour'`)}`,
      [hour],
    );
  }
}
