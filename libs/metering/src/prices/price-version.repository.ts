import { deleteInBatches } from '#database';
import { type EntityManager } from 'typeorm';
import { type PriceOfRecord } from './price.js';

export interface KeptPrice extends PriceOfRecord {
  /** The first model that it was used for. */
  model: string;
}

/** Every price that anything was ever charged by, so that old usage can be recomputed with its own. */
export class PriceVersionRepository {
  /** Versions that are kept already stay as they are. */
  async keep(manager: EntityManager, prices: readonly KeptPrice[]): Promise<void> {
    if (prices.length === 0) return;
    // In one order, so that two processes that keep the same ones do not wait for each other in a circle.
    const rows = prices.toSorted((a, b) => (a.version < b.version ? -1 : 1)).map(toRow);
    await manager.query(
      `INSERT INTO price_versions (version, model, price, source, as_of)
       SELECT version, model, price, source, as_of FROM jsonb_to_recordset($1::jsonb)
         AS given (version text, model text, price jsonb, source text, as_of date)
       ON CONFLICT (version) DO NOTHING`,
      [JSON.stringify(rows)],
    );
    // Once a day, and by whoever comes first: a row that everybody wrote to would be one that everybody waits for.
    await manager.query(
      `UPDATE price_versions SET last_used_at = now() WHERE version IN (
         SELECT version FROM price_versions WHERE version = ANY($1) AND last_used_at < now() - interval '1 day'
         FOR UPDATE SKIP LOCKED)`,
      [rows.map(({ version }) => version)],
    );
  }

  /** Forgets prices that nothing was charged by since then. Answers how many. */
  async deleteUnusedSince(database: Pick<EntityManager, 'query'>, moment: Date): Promise<number> {
    return deleteInBatches(database, {
      table: 'price_versions',
      where: 'last_used_at < $1',
      parameters: [moment],
    });
  }

  async find(manager: EntityManager, version: string): Promise<KeptPrice | undefined> {
    const rows: PriceVersionRow[] = await manager.query(
      `SELECT version, model, price, source, as_of::text FROM price_versions WHERE version = $1`,
      [version],
    );
    const [row] = rows;
    return row && toKeptPrice(row);
  }
}

interface PriceVersionRow extends Pick<KeptPrice, 'version' | 'model' | 'price'> {
  source: string | null;
  as_of: string | null;
}

function toRow({ version, model, price, source, asOf }: KeptPrice): PriceVersionRow {
  return { version, model, price, source: source ?? null, as_of: asOf ?? null };
}

function toKeptPrice({ version, model, price, source, as_of: asOf }: PriceVersionRow): KeptPrice {
  return {
    version,
    model,
    price,
    ...(source === null ? {} : { source }),
    ...(asOf === null ? {} : { asOf }),
  };
}
