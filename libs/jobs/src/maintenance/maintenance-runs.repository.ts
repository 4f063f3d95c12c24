import { Database } from '#database';
import { Injectable } from '@nestjs/common';

export interface MaintenanceClaim {
  /** The kind of maintenance. */
  name: string;
  worker: string;
  /** The time between the starts of two runs. */
  everyMs: number;
  /** The time after which the worker of a run is considered dead. */
  leaseMs: number;
}

/** Decides which of all workers runs each kind of maintenance, and when. */
@Injectable()
export class MaintenanceRunsRepository {
  constructor(private readonly database: Database) {}

  /** Claims a run. Returns false if none is due or another worker has claimed it. */
  async claim({ name, worker, everyMs, leaseMs }: MaintenanceClaim): Promise<boolean> {
    const rows: unknown[] = await this.database.query(
      `INSERT INTO maintenance_runs AS last (name, worker, started_at, leased_until)
       VALUES ($1, $2, now(), now() + $4 * interval '1 millisecond')
       ON CONFLICT (name) DO UPDATE
         SET worker = excluded.worker, started_at = excluded.started_at, leased_until = excluded.leased_until
         WHERE last.leased_until <= now() AND last.started_at <= now() - $3 * interval '1 millisecond'
       RETURNING name`,
      [name, worker, everyMs, leaseMs],
    );
    return rows.length > 0;
  }

  async release({ name, worker }: MaintenanceClaim): Promise<void> {
    await this.database.query(
      'UPDATE maintenance_runs SET leased_until = now() WHERE name = $1 AND worker = $2',
      [name, worker],
    );
  }

  /** After a run without a result: the next run is due after `retryMs`, instead of the usual time. */
  async releaseToRetry({ name, worker, everyMs }: MaintenanceClaim, retryMs: number): Promise<void> {
    await this.database.query(
      `UPDATE maintenance_runs
       SET leased_until = now(), started_at = now() - $3 * interval '1 millisecond'
       WHERE name = $1 AND worker = $2`,
      [name, worker, everyMs - retryMs],
    );
  }
}
