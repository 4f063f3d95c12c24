import { type Effort } from '#canonical';
import { type FormatOf } from '../format-ids.js';
import { THINKING_BUDGETS } from '../gemini-generate-content/thinking-budgets.js';

/** The reasoning budgets of a format in tokens. */
interface EffortBudgets {
  byEffort: Readonly<Record<Effort, number>>;
  /** Without a budget the model does not reason. */
  enablesReasoning: boolean;
}

/** The other formats have efforts only. */
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
    enablesReasoning: true,
  },
  'gemini-generate-content': { byEffort: THINKING_BUDGETS, enablesReasoning: false },
  'cohere-chat': {
    byEffort: { none: 0, minimal: 512, low: 2048, medium: 8192, high: 16_384, xhigh: 24_576, max: 31_000 },
    enablesReasoning: false,
  },
};
