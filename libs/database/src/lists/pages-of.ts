import { MoreThan, type Repository } from 'typeorm';

/** Loading this number of rows takes a few milliseconds. */
const PAGE_SIZE = 250;

/** Loads all rows of a table in pages, by id: loading all at once would block the event loop. */
export async function* pagesOf<Entity extends { id: string }>(
  repository: Repository<Entity>,
  { pageSize = PAGE_SIZE }: { pageSize?: number } = {},
): AsyncGenerator<Entity[]> {
  let page: Entity[] = [];
  do {
    const last = page.at(-1)?.id;
    const rows = repository.createQueryBuilder('row').orderBy('row.id', 'ASC').take(pageSize);
    if (last !== undefined) rows.where({ id: MoreThan(last) });
    page = await rows.getMany();
    yield page;
  } while (page.length === pageSize);
}
