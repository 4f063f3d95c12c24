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

export interface PeriodState {
  choice: PeriodChoice;
  choose: (choice: PeriodChoice) => void;
  /** For query keys: stays the same until the user selects another period. */
  key: string;
  /** For requests: a preset ends at the time of the call. */
  range: () => Range;
  lengthMs: number;
}

/** The period of a page, stored in its URL. */
export function usePeriod(defaultPreset: Preset): PeriodState {
  const [params, setParams] = useSearchParams();
  const choice = readPeriod(params, defaultPreset);
  return {
    choice,
    choose: (next) => setParams((current) => writePeriod(current, next), { preventScrollReset: true }),
    key: periodSearch(choice),
    range: () => buildRange(choice),
    lengthMs: getLength(choice),
  };
}
