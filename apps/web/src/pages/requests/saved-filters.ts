const MAX_SAVED = 20;
export const MAX_NAME_LENGTH = 60;

/** Parameters of the URL that are not saved. */
const UNSAVED_PARAMETERS = ['cursor', 'live'];

/** A named filter, with its period and sort order. */
export interface SavedFilter {
  name: string;
  /** The query string of the page. */
  search: string;
}

/** Parses stored filters. Returns an empty list if the text is invalid. */
export function readSaved(text: string | null): SavedFilter[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isSaved).slice(0, MAX_SAVED) : [];
  } catch {
    return [];
  }
}

/** Adds a filter, or replaces the one with the same name. Returns undefined if there are too many. */
export function addSaved(saved: readonly SavedFilter[], added: SavedFilter): SavedFilter[] | undefined {
  const others = saved.filter(({ name }) => name !== added.name);
  if (others.length >= MAX_SAVED) return undefined;
  return [...others, added].toSorted((left, right) => left.name.localeCompare(right.name));
}

/** The part of the query string that is saved. */
export function toSavedSearch(params: URLSearchParams): string {
  const saved = new URLSearchParams(params);
  for (const name of UNSAVED_PARAMETERS) saved.delete(name);
  return saved.toString();
}

function isSaved(value: unknown): value is SavedFilter {
  if (typeof value !== 'object' || value === null) return false;
  const { name, search } = value as Partial<Record<keyof SavedFilter, unknown>>;
  return typeof name === 'string' && typeof search === 'string' && name.length <= MAX_NAME_LENGTH;
}
