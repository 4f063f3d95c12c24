import { useSearchParams } from 'react-router';
import {
  type PeriodChoice,
  type Preset,
  type Range,
  getLength,
  periodSearch,
  buildRange,
  readPeriod,
  writePeriod,
} from './period.js';

export interface PeriodPlace {
  choice: PeriodChoice;
  choose: (choice: PeriodChoice) => void;
  /** For the key of a query: the same until another period is chosen. */
  key: string;
  /** For the query itself: a preset ends at the time of the call. */
  range: () => Range;
  lengthMs: number;
}

/** The period of a page, kept in its address. */
export function usePeriod(defaultPreset: Preset): PeriodPlace {
  const [params, setParams] = useSearchParams();
  const choice = readPeriod(params, defaultPreset);
  return {
    choice,
    choose: (next) => setParams((present) => writePeriod(present, next), { preventScrollReset: true }),
    key: periodSearch(choice),
    range: () => buildRange(choice),
    lengthMs: getLength(choice),
  };
}
