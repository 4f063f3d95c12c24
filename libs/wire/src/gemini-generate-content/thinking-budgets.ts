import { type Effort } from '#canonical';

/** The budget of each effort in tokens. The highest is the maximum that every model with budgets accepts. */
export const THINKING_BUDGETS: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 512,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
};
