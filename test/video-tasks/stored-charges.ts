import { type VideoHarness } from './video-harness.js';

/** All charges, in millionths of a dollar. */
export async function findRevenue({ database }: Pick<VideoHarness, 'database'>): Promise<number> {
  const [row] = await database.query<{ sum: number }[]>(
    `SELECT COALESCE(sum(amount), 0)::int AS sum FROM ledger_entries WHERE account_id = 'revenue'`,
  );
  return row?.sum ?? 0;
}

/** The price that is stored under this version. */
export async function findPrice(
  { database }: Pick<VideoHarness, 'database'>,
  version: string | undefined,
): Promise<unknown> {
  const [row] = await database.query<{ price: unknown }[]>(
    'SELECT price FROM price_versions WHERE version = $1',
    [version],
  );
  return row?.price;
}
