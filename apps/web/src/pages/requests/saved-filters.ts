const MAX_SAVED = 20;
export const MAX_NAME_LENGTH = 60;

/** Parts of the address that are not saved. */
const PASSING = ['cursor', 'live'];

/** A named filter, with its period and sort order. */
export interface SavedFilter {
  name: string;
  /** The query of the page's address. */
  search: string;
}

/** Reads stored filters; none where the text is not valid. */
export function readSaved(text: string | null): SavedFilter[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isSaved).slice(0, MAX_SAVED) : [];
  } catch {
    return [];
  }
}

/** Replaces a filter of the same name. Undefined where there are too many. */
export function addSaved(saved: readonly SavedFilter[], added: SavedFilter): SavedFilter[] | undefined {
  const others = saved.filter(({ name }) => name !== added.name);
  if (others.length >= MAX_SAVED) return undefined;
  return [...others, added].toSorted((left, right) => left.name.localeCompare(right.name));
}

/** The part of an address that is saved. */
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
