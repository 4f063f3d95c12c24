import { type Effort } from '#canonical';

/** What each effort stands for, in tokens. The highest is the most that every model with budgets takes. */
export const THINKING_BUDGETS: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 512,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
};
