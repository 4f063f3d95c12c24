import { type AdminClient, type AdminQuery } from './admin-client.js';

/** A list of the admin API, or as much of it as was wanted. */
export interface List<Item> {
  data: Item[];
  /** Null where there is no more. */
  next_cursor: string | null;
}

/** The most that one page holds. */
const PAGE = 200;

/** Reads a list page by page. */
export async function readList<Item>(
  admin: AdminClient,
  path: string,
  query: AdminQuery = {},
  limit = Number.POSITIVE_INFINITY,
): Promise<List<Item>> {
  const data: Item[] = [];
  let cursor: string | null = null;
  do {
    const asked = { ...query, limit: Math.min(PAGE, limit - data.length), cursor: cursor ?? undefined };
    const page = (await admin.request('GET', path, undefined, asked)) as List<Item>;
    data.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null && data.length < limit);
  return { data, next_cursor: cursor };
}
