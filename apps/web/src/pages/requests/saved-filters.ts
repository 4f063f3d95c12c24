const MAX_SAVED = 20;
export const MAX_NAME_LENGTH = 60;

/** What belongs to the moment, and not to a filter. */
const PASSING = ['cursor', 'live'];

/** A filter that somebody has given a name, with the period and the order. */
export interface SavedFilter {
  name: string;
  /** What stands behind the question mark of the address. */
  search: string;
}

/** Those that are kept in this text; none where it is not ours. */
export function readSaved(text: string | null): SavedFilter[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isSaved).slice(0, MAX_SAVED) : [];
  } catch {
    return [];
  }
}

/** Another of the same name is replaced. Undefined where there are too many. */
export function addSaved(saved: readonly SavedFilter[], added: SavedFilter): SavedFilter[] | undefined {
  const others = saved.filter(({ name }) => name !== added.name);
  if (others.length >= MAX_SAVED) return undefined;
  return [...others, added].toSorted((left, right) => left.name.localeCompare(right.name));
}

/** What is kept of an address. */
export function toSavedSearch(params: URLSearchParams): string {
  const kept = new URLSearchParams(params);
  for (const name of PASSING) kept.delete(name);
  return kept.toString();
}

function isSaved(value: unknown): value is SavedFilter {
  if (typeof value !== 'object' || value === null) return false;
  const { name, search } = value as Partial<Record<keyof SavedFilter, unknown>>;
  return typeof name === 'string' && typeof search === 'string' && name.length <= MAX_NAME_LENGTH;
}
