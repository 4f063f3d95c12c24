export interface SearchItem {
  label: string;
  alsoCalled?: string;
}

/** The items that contain every word of the query. Labels that start with the query rank first, then other labels. */
export function findMatching<Item extends SearchItem>(items: readonly Item[], query: string): Item[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return items
    .map((item) => ({ item, rank: getRank(item, words) }))
    .filter(({ rank }) => rank !== undefined)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ item }) => item);
}

/** Undefined if the item does not match. */
function getRank({ label, alsoCalled = '' }: SearchItem, words: readonly string[]): number | undefined {
  const name = label.toLowerCase();
  const searchText = `${name} ${alsoCalled.toLowerCase()}`;
  if (!words.every((word) => searchText.includes(word))) return undefined;
  if (words.length === 0 || name.startsWith(words.join(' '))) return 0;
  return words.every((word) => name.includes(word)) ? 1 : 2;
}
