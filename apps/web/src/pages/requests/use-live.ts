import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { tellDone } from '../../kit/notify.js';

/** Then the live view pauses, so that a forgotten tab sends no more requests. */
const MAX_LIVE_MS = 15 * 60_000;

export interface Live {
  isLive: boolean;
  setLive: (isLive: boolean) => void;
}

/** Only the newest rows up to now can be live, not another order, page or period. */
const FIXED = ['cursor', 'sort', 'from', 'to'];

/** Whether new rows are shown as they arrive; stored in the page's address. */
export function useLive(): Live {
  const [params, setParams] = useSearchParams();
  const isLive = params.get('live') === 'on' && !FIXED.some((name) => params.has(name));
  const setLive = (wanted: boolean): void =>
    setParams(
      (present) => {
        const next = new URLSearchParams(present);
        if (wanted) FIXED.forEach((name) => next.delete(name));
        if (wanted) next.set('live', 'on');
        else next.delete('live');
        return next;
      },
      { replace: true },
    );
  useEffect(() => {
    if (!isLive) return undefined;
    const timer = setTimeout(() => {
      setParams((present) => withoutLive(present), { replace: true });
      tellDone('Live updates were paused after 15 minutes.');
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

/** The rows that the last refresh has added to a live list. */
export function useNewRows(rows: readonly Row[], { isLive, list }: { isLive: boolean; list: string }) {
  const [shown, setShown] = useState({ rows, list, isLive, added: NONE });
  if (shown.rows !== rows || shown.list !== list || shown.isLive !== isLive) {
    const isSameList = isLive && shown.isLive && shown.list === list;
    setShown({ rows, list, isLive, added: isSameList ? findAdded(shown.rows, rows) : NONE });
  }
  return shown.added;
}

function findAdded(before: readonly Row[], now: readonly Row[]): ReadonlySet<string> {
  const known = new Set(before.map(({ id }) => id));
  return new Set(now.map(({ id }) => id).filter((id) => !known.has(id)));
}
