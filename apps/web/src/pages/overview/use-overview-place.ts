import { useSearchParams } from 'react-router';
import { type OverviewPeriod, USUAL_PERIOD, isOverviewPeriod } from './overview-period.js';
import { type Asking } from './overview-queries.js';

export interface OverviewPlace extends Asking {
  choosePeriod: (period: OverviewPeriod) => void;
  setLive: (isLive: boolean) => void;
}

/** Kept in the page's address. */
export function useOverviewPlace(): OverviewPlace {
  const [params, setParams] = useSearchParams();
  const period = params.get('period');
  const set = (name: string, value: string | null): void =>
    setParams(
      (present) => {
        const next = new URLSearchParams(present);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { preventScrollReset: true },
    );
  return {
    period: isOverviewPeriod(period) ? period : USUAL_PERIOD,
    isLive: params.get('live') !== 'off',
    choosePeriod: (chosen) => set('period', chosen === USUAL_PERIOD ? null : chosen),
    setLive: (isLive) => set('live', isLive ? null : 'off'),
  };
}
