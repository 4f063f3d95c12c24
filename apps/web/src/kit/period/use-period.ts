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
  /** For the key of a query: the same as long as nobody chooses another period. */
  key: string;
  /** For the query itself: where the period ends now, now is when it is asked. */
  range: () => Range;
  lengthMs: number;
}

/** The period that a page tells of, kept in its address. */
export function usePeriod(usual: Preset): PeriodPlace {
  const [params, setParams] = useSearchParams();
  const choice = readPeriod(params, usual);
  return {
    choice,
    choose: (next) => setParams((present) => writePeriod(present, next)),
    key: periodSearch(choice),
    range: () => buildRange(choice),
    lengthMs: getLength(choice),
  };
}
