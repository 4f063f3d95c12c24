import type { z } from 'zod';
import { BUDGET_PERIODS } from './budget-periods.js';
import { addRuleIssue } from './rules.js';
import { webhookSchema } from './webhook-schema.js';
import * as values from './values.js';

const budgets = values.mapOf('a map of globalUsd, period, webhook and allowUnpricedModels', {
  globalUsd: values.usd.optional(),
  period: values.oneOf('a period', BUDGET_PERIODS).optional(),
  webhook: webhookSchema.optional(),
  allowUnpricedModels: values.flag.optional(),
});

/** The other keys say something about an amount. */
function checkAmount(
  { globalUsd, period, webhook }: z.output<typeof budgets>,
  context: z.RefinementCtx,
): void {
  if (globalUsd !== undefined || (period === undefined && webhook === undefined)) return;
  addRuleIssue(context, ['globalUsd'], `is missing: it takes ${values.USD}`);
}

/** What the whole gateway may spend, and what budgets are strict about. */
export const budgetsSchema = budgets
  .superRefine(checkAmount)
  .transform(({ period = 'total', ...rest }) => ({ ...rest, period }));
