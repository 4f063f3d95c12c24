import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** The state of a list, stored in the URL, so that links, the back button and a reload show the same rows. */
export interface ListState<Filter extends string> {
  /** For example `-created_at`. */
  sort: string | undefined;
  cursor: string | undefined;
  filters: Partial<Record<Filter, string>>;
  setSort: (sort: string) => void;
  setFilter: (name: Filter, value: string | null) => void;
  setFilters: (values: Partial<Record<Filter, string | null>>) => void;
  clearFilters: () => void;
  hasFilters: boolean;
  toNext: (cursor: string) => void;
  /** Undefined on the first page. */
  toPrevious: (() => void) | undefined;
}

interface LocationState {
  /** The cursors of the previous pages; null for the first page. */
  trail?: (string | null)[];
}

export function useListState<Filter extends string>(names: readonly Filter[]): ListState<Filter> {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: LocationState | null };
  const cursor = params.get('cursor') ?? undefined;
  const filters = Object.fromEntries(
    names.flatMap((name) => (params.has(name) ? [[name, params.get(name) ?? '']] : [])),
  ) as Partial<Record<Filter, string>>;

  /** Changing the sort order or a filter resets the list to its first page. */
  const change = (edit: (params: URLSearchParams) => void): void =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      next.delete('cursor');
      edit(next);
      return next;
    });
  const goTo = (to: string | null, trail: (string | null)[]): void => {
    const next = new URLSearchParams(params);
    if (to === null) next.delete('cursor');
    else next.set('cursor', to);
    void navigate({ search: next.toString() }, { state: { trail } });
  };
  const trail = state?.trail ?? [];

  return {
    sort: params.get('sort') ?? undefined,
    cursor,
    filters,
    hasFilters: Object.keys(filters).length > 0,
    setSort: (sort) => change((next) => next.set('sort', sort)),
    setFilter: (name, value) => change((next) => setParam(next, name, value)),
    setFilters: (values) =>
      change((next) => names.forEach((name) => name in values && setParam(next, name, values[name] ?? null))),
    clearFilters: () => change((next) => names.forEach((name) => next.delete(name))),
    toNext: (to) => goTo(to, [...trail, cursor ?? null]),
    toPrevious: cursor === undefined ? undefined : () => goTo(trail.at(-1) ?? null, trail.slice(0, -1)),
  };
}

function setParam(params: URLSearchParams, name: string, value: string | null): void {
  if (value === null || value === '') params.delete(name);
  else params.set(name, value);
}
