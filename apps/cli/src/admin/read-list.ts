import { type AdminClient, type AdminQuery } from './admin-client.js';

/** A list of the admin API, complete or up to a limit. */
export interface List<Item> {
  data: Item[];
  /** Null if the list is complete. */
  next_cursor: string | null;
}

/** The maximum page size of the admin API. */
const PAGE = 200;

/** Loads a list page by page. */
export async function readList<Item>(
  admin: AdminClient,
  path: string,
  query: AdminQuery = {},
  limit = Number.POSITIVE_INFINITY,
): Promise<List<Item>> {
  const data: Item[] = [];
  let cursor: string | null = null;
  do {
    const pageQuery = { ...query, limit: Math.min(PAGE, limit - data.length), cursor: cursor ?? undefined };
    const page = (await admin.request('GET', path, undefined, pageQuery)) as List<Item>;
    data.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null && data.length < limit);
  return { data, next_cursor: cursor };
}
