import { type Effort } from '#canonical';
import { type FormatOf } from '../format-ids.js';
import { THINKING_BUDGETS } from '../gemini-generate-content/thinking-budgets.js';

/** How a format tells how long to reason in tokens. */
interface EffortBudgets {
  byEffort: Readonly<Record<Effort, number>>;
  /** Without a number the model does not reason. */
  turnsOn: boolean;
}

/** The other formats know words only. */
export const EFFORT_BUDGETS: Partial<Record<FormatOf<'chat'>, EffortBudgets>> = {
  'anthropic-messages': {
    byEffort: {
      none: 0,
      minimal: 1024,
      low: 2048,
      medium: 8192,
      high: 16_384,
      xhigh: 24_576,
      max: 32_000,
    },
    turnsOn: true,
  },
  'gemini-generate-content': { byEffort: THINKING_BUDGETS, turnsOn: false },
  'cohere-chat': {
    byEffort: { none: 0, minimal: 512, low: 2048, medium: 8192, high: 16_384, xhigh: 24_576, max: 31_000 },
    turnsOn: false,
  },
};
