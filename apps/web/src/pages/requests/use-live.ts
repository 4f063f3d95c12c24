import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { notifySuccess } from '../../kit/notify.js';

/** Live updates pause after this time, so that a forgotten tab stops sending requests. */
const MAX_LIVE_MS = 15 * 60_000;

export interface Live {
  isLive: boolean;
  setLive: (isLive: boolean) => void;
}

/** Live updates work only for the first page of the default sort order with a period that ends now. */
const INCOMPATIBLE_PARAMETERS = ['cursor', 'sort', 'from', 'to'];

/** Whether new rows are shown as they arrive. Stored in the URL. */
export function useLive(): Live {
  const [params, setParams] = useSearchParams();
  const isLive = params.get('live') === 'on' && !INCOMPATIBLE_PARAMETERS.some((name) => params.has(name));
  const setLive = (nextIsLive: boolean): void =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (nextIsLive) INCOMPATIBLE_PARAMETERS.forEach((name) => next.delete(name));
        if (nextIsLive) next.set('live', 'on');
        else next.delete('live');
        return next;
      },
      { replace: true },
    );
  useEffect(() => {
    if (!isLive) return undefined;
    const timer = setTimeout(() => {
      setParams((current) => withoutLive(current), { replace: true });
      notifySuccess('Live updates were paused after 15 minutes.');
    }, MAX_LIVE_MS);
    return () => clearTimeout(timer);
  }, [isLive, setParams]);
  return { isLive, setLive };
}

function withoutLive(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('live');
  return next;
}

interface Row {
  id: string;
}

const NONE: ReadonlySet<string> = new Set();

/** The ids of the rows that the last refetch added to a live list. */
export function useNewRows(rows: readonly Row[], { isLive, list }: { isLive: boolean; list: string }) {
  const [shown, setShown] = useState({ rows, list, isLive, added: NONE });
  if (shown.rows !== rows || shown.list !== list || shown.isLive !== isLive) {
    const isSameList = isLive && shown.isLive && shown.list === list;
    setShown({ rows, list, isLive, added: isSameList ? findAdded(shown.rows, rows) : NONE });
  }
  return shown.added;
}

function findAdded(before: readonly Row[], after: readonly Row[]): ReadonlySet<string> {
  const previousIds = new Set(before.map(({ id }) => id));
  return new Set(after.map(({ id }) => id).filter((id) => !previousIds.has(id)));
}
