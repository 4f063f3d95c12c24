import { Database } from '#database';
import { Injectable } from '@nestjs/common';
import { type ExportKind } from './export-feed.js';

export interface ExportKey {
  name: string;
  kind: ExportKind;
}

/**
 * A batch that is being delivered. It is stored first, so that any worker that continues delivers the same rows under
 * the same name.
 */
export interface ExportBatch {
  after: string;
  upTo: string;
  madeAt: Date;
}

export interface ExportState {
  /** All rows up to this number have been delivered. */
  position: string;
  batch: ExportBatch | undefined;
  rowsDelivered: number;
  failures: number;
}

interface StateRow {
  position: string;
  batch_end: string | null;
  batch_at: Date | null;
  rows_delivered: string;
  failures: number;
}

/** The progress of each export. Updates of a worker that was overtaken by another have no effect. */
@Injectable()
export class ExportStateRepository {
  constructor(private readonly database: Database) {}

  async find({ name, kind }: ExportKey): Promise<ExportState | undefined> {
    const [row] = await this.database.query<StateRow[]>(
      `SELECT position::text, batch_end::text, batch_at, rows_delivered::text, failures
       FROM exports WHERE name = $1 AND kind = $2`,
      [name, kind],
    );
    return row && toState(row);
  }

  /** Starts an export with the rows after this number. */
  async begin({ name, kind }: ExportKey, position: string): Promise<void> {
    await this.database.query(
      'INSERT INTO exports (name, kind, position) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [name, kind, position],
    );
  }

  /** Undefined if another worker has started a batch. */
  async beginBatch(
    { name, kind }: ExportKey,
    { after, upTo }: Omit<ExportBatch, 'madeAt'>,
  ): Promise<ExportBatch | undefined> {
    const [[row]] = await this.database.query<[{ batch_at: Date }[], number]>(
      `UPDATE exports SET batch_end = $4, batch_at = date_trunc('milliseconds', clock_timestamp())
       WHERE name = $1 AND kind = $2 AND position = $3 AND batch_end IS NULL RETURNING batch_at`,
      [name, kind, after, upTo],
    );
    return row && { after, upTo, madeAt: row.batch_at };
  }

  async finishBatch({ name, kind }: ExportKey, { after, upTo }: ExportBatch, rows: number): Promise<void> {
    await this.database.query(
      `UPDATE exports SET position = batch_end, batch_end = NULL, batch_at = NULL, failures = 0,
         rows_delivered = rows_delivered + $5
       WHERE name = $1 AND kind = $2 AND position = $3 AND batch_end = $4`,
      [name, kind, after, upTo, rows],
    );
  }

  /** Returns the number of consecutive failures. */
  async countFailure({ name, kind }: ExportKey): Promise<number> {
    const [[row]] = await this.database.query<[{ failures: number }[], number]>(
      `UPDATE exports SET failures = LEAST(failures, 1000000) + 1
       WHERE name = $1 AND kind = $2 RETURNING failures`,
      [name, kind],
    );
    return row?.failures ?? 1;
  }
}

function toState(row: StateRow): ExportState {
  const { position, batch_end: upTo, batch_at: madeAt } = row;
  return {
    position,
    batch: upTo === null || madeAt === null ? undefined : { after: position, upTo, madeAt },
    rowsDelivered: Number(row.rows_delivered),
    failures: row.failures,
  };
}
