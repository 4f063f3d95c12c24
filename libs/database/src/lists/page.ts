/** What of a list is asked for. */
export interface PageRequest {
  limit: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
}

/** A part of a list. */
export interface Page<Item> {
  data: Item[];
  /** What to ask for the next part with; null where this was the last. */
  next_cursor: string | null;
}

export function mapPage<Row, Item>({ data, next_cursor }: Page<Row>, view: (row: Row) => Item): Page<Item> {
  return { data: data.map(view), next_cursor };
}
