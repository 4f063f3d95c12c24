import { Database } from '#database';
import { Injectable } from '@nestjs/common';

export interface MaintenanceClaim {
  /** The kind of maintenance. */
  name: string;
  worker: string;
  /** How long after the beginning of the last run the next one is due. */
  everyMs: number;
  /** How long a run may take before its worker is taken for dead. */
  leaseMs: number;
}

/** Decides, for all workers together, who runs each kind of maintenance and when. */
@Injectable()
export class MaintenanceRunsRepository {
  constructor(private readonly database: Database) {}

  /** Whether a run is due and this worker is the one to do it. */
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

  /** After a run that came to nothing: the next one is due so long from now, whenever it would have been otherwise. */
  async releaseToRetry({ name, worker, everyMs }: MaintenanceClaim, retryMs: number): Promise<void> {
    await this.database.query(
      `UPDATE maintenance_runs
       SET leased_until = now(), started_at = now() - $3 * interval '1 millisecond'
       WHERE name = $1 AND worker = $2`,
      [name, worker, everyMs - retryMs],
    );
  }
}
