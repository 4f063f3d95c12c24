import { deleteInBatches } from '#database';
import { type EntityManager } from 'typeorm';
import { type PriceOfRecord } from './price.js';

export interface StoredPrice extends PriceOfRecord {
  /** The first model that it was used for. */
  model: string;
}

/** Every price by which usage was charged, so that its cost can be recomputed later. */
export class PriceVersionRepository {
  /** Stores new versions. Existing ones do not change. */
  async store(manager: EntityManager, prices: readonly StoredPrice[]): Promise<void> {
    if (prices.length === 0) return;
    // In a fixed order, so that two processes that store the same versions cannot deadlock.
    const rows = prices.toSorted((a, b) => (a.version < b.version ? -1 : 1)).map(toRow);
    await manager.query(
      `INSERT INTO price_versions (version, model, price, source, as_of)
       SELECT version, model, price, source, as_of FROM jsonb_to_recordset($1::jsonb)
         AS given (version text, model text, price jsonb, source text, as_of date)
       ON CONFLICT (version) DO NOTHING`,
      [JSON.stringify(rows)],
    );
    // Once a day, skipping locked rows: otherwise all processes would wait for the lock of the same row.
    await manager.query(
      `UPDATE price_versions SET last_used_at = now() WHERE version IN (
         SELECT version FROM price_versions WHERE version = ANY($1) AND last_used_at < now() - interval '1 day'
         FOR UPDATE SKIP LOCKED)`,
      [rows.map(({ version }) => version)],
    );
  }

  /** Deletes prices that were not used since then. Returns how many. */
  async deleteUnusedSince(database: Pick<EntityManager, 'query'>, moment: Date): Promise<number> {
    return deleteInBatches(database, {
      table: 'price_versions',
      where: 'last_used_at < $1',
      parameters: [moment],
    });
  }

  async find(manager: EntityManager, version: string): Promise<StoredPrice | undefined> {
    const rows: PriceVersionRow[] = await manager.query(
      `SELECT version, model, price, source, as_of::text FROM price_versions WHERE version = $1`,
      [version],
    );
    const [row] = rows;
    return row && toStoredPrice(row);
  }
}

interface PriceVersionRow extends Pick<StoredPrice, 'version' | 'model' | 'price'> {
  source: string | null;
  as_of: string | null;
}

function toRow({ version, model, price, source, asOf }: StoredPrice): PriceVersionRow {
  return { version, model, price, source: source ?? null, as_of: asOf ?? null };
}

function toStoredPrice({ version, model, price, source, as_of: asOf }: PriceVersionRow): StoredPrice {
  return {
    version,
    model,
    price,
    ...(source === null ? {} : { source }),
    ...(asOf === null ? {} : { asOf }),
  };
}
