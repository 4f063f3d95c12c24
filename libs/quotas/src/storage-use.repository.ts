import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type StorageAmount, type StorageKind } from './storage.js';

const BATCH_ROWS = 10_000;
const MAX_BATCHES = 50;

/** How much owners have stored, from sums and changes that database triggers record. */
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

  /** Adds the changes to the sums, so that queries read few rows. Returns the number of changes. */
  async sumChanges(): Promise<number> {
    let added = 0;
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const [row] = await this.dataSource.query<{ changes: number }[]>(SUM_CHANGES, [BATCH_ROWS]);
      const changes = row?.changes ?? 0;
      added += changes;
      if (changes < BATCH_ROWS) break;
    }
    // Negative sums stay, because a change that balances them is still in `storage_changes`.
    if (added > 0) await this.dataSource.query('DELETE FROM storage_use WHERE items = 0 AND bytes = 0');
    return added;
  }
}

const SUM_CHANGES = `
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
