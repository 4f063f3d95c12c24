/** The requested page of a list. */
export interface PageRequest {
  limit: number;
  /** The `next_cursor` of the previous page. */
  cursor?: string;
}

/** A page of a list. */
export interface Page<Item> {
  data: Item[];
  /** The cursor of the next page; null on the last page. */
  next_cursor: string | null;
}

export function mapPage<Row, Item>({ data, next_cursor }: Page<Row>, view: (row: Row) => Item): Page<Item> {
  return { data: data.map(view), next_cursor };
}
