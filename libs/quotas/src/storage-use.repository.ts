import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type StorageAmount, type StorageKind } from './storage.js';

const BATCH_ROWS = 10_000;
const MAX_BATCHES = 50;

/** What owners have stored, as the tables have counted it. */
@Injectable()
export class StorageUseRepository {
  constructor(@InjectDataSource() private readonly dataSource: Pick<DataSource, 'query'>) {}

  async find(owner: string, kind: StorageKind): Promise<StorageAmount> {
    const [row] = await this.dataSource.query<{ items: string; bytes: string }[]>(
      `SELECT COALESCE(sum(items), 0) AS items, COALESCE(sum(bytes), 0) AS bytes FROM (
         SELECT items, bytes FROM storage_use WHERE owner = $1 AND kind = $2
         UNION ALL SELECT items, bytes FROM storage_changes WHERE owner = $1 AND kind = $2
       ) AS known`,
      [owner, kind],
    );
    return { items: Number(row?.items ?? 0), bytes: Number(row?.bytes ?? 0) };
  }

  /** Adds the changes to the sums, so that there are never many to be looked at. Returns how many there were. */
  async addUp(): Promise<number> {
    let added = 0;
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const [row] = await this.dataSource.query<{ changes: number }[]>(ADD_UP, [BATCH_ROWS]);
      const changes = row?.changes ?? 0;
      added += changes;
      if (changes < BATCH_ROWS) break;
    }
    // Exactly nothing: less than that is a sum whose other half is still to come.
    if (added > 0) await this.dataSource.query('DELETE FROM storage_use WHERE items = 0 AND bytes = 0');
    return added;
  }
}

const ADD_UP = `
  WITH gone AS (
    DELETE FROM storage_changes WHERE id IN (
      SELECT id FROM storage_changes ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
    RETURNING owner, kind, items, bytes
  ), added AS (
    INSERT INTO storage_use AS known (owner, kind, items, bytes)
    SELECT owner, kind, sum(items), sum(bytes) FROM gone GROUP BY owner, kind ORDER BY owner, kind
    ON CONFLICT (owner, kind) DO UPDATE
      SET items = known.items + excluded.items, bytes = known.bytes + excluded.bytes
  )
  SELECT count(*)::int AS changes FROM gone`;
