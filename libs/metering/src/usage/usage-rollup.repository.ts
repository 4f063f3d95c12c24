import { ADVISORY_LOCKS } from '#database';
import { type DataSource, type EntityManager } from 'typeorm';
import { recordHourlyTokenUses } from './token-uses.js';
import { HOUR_KEYS, HOUR_SUMS, buildHoursQuery } from './usage-sums.js';

/**
 * Sums the hours whose rows have changed. Sums are always computed from the rows, so late events and repeated runs give
 * correct sums.
 */
export class UsageRollupRepository {
  constructor(private readonly dataSource: DataSource) {}

  async rollUp(): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      await this.lock(manager);
      return this.rollUpBefore(manager, 'infinity');
    });
  }

  /** Prevents other rollups until the end of the transaction. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.usageRollup]);
  }

  /** Requires `lock` in the same transaction. */
  async rollUpBefore(manager: EntityManager, end: Date | 'infinity'): Promise<number> {
    // Busy hours, or many hours after an outage, can take longer than the usual timeout.
    await manager.query('SET LOCAL statement_timeout = 0');
    const rows = await manager.query<{ hour: Date }[]>(
      `WITH changed AS (DELETE FROM usage_changed_hours WHERE hour < $1 RETURNING hour)
       SELECT DISTINCT hour FROM changed, usage_retention WHERE hour >= dropped_before ORDER BY hour`,
      [end],
    );
    const hours = rows.map(({ hour }) => hour);
    for (const hour of hours) await this.sumHour(manager, hour);
    if (hours.length > 0) await recordHourlyTokenUses(manager, hours);
    return hours.length;
  }

  private async sumHour(manager: EntityManager, hour: Date): Promise<void> {
    await manager.query('DELETE FROM usage_hours WHERE hour = $1', [hour]);
    await manager.query(
      `INSERT INTO usage_hours (${[...HOUR_KEYS, ...HOUR_SUMS].join(', ')})
       ${buildHoursQuery(`started_at >= $1::timestamptz AND started_at < $1::timestamptz + interval '1 hour'`)}`,
      [hour],
    );
  }
}
