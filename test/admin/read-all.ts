import { type AdminAnswer } from './ask.js';

/** The ids on one page of a list. */
export function getIds({ body }: AdminAnswer): string[] {
  return (body['data'] as { id: string }[]).map(({ id }) => id);
}

/** The ids of all pages of a list, one page after another. `ask` gets the query parameter of the page. */
export async function readAllIds(ask: (cursor: string) => Promise<AdminAnswer>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ;) {
    const page = await ask(cursor);
    ids.push(...getIds(page));
    const next = page.body['next_cursor'] as string | null;
    if (next === null) return ids;
    cursor = `&cursor=${next}`;
  }
}
