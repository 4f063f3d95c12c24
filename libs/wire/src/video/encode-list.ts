import { type JsonObject } from '#canonical';

/** A page of a list. One more than the limit is found where there are further ones. */
export function encodeTaskPage<Task extends { id: string }>(
  found: readonly Task[],
  limit: number,
  encode: (task: Task) => JsonObject,
): JsonObject {
  const page = found.slice(0, limit);
  return {
    object: 'list',
    data: page.map(encode),
    first_id: page[0]?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
    has_more: found.length > limit,
  };
}
