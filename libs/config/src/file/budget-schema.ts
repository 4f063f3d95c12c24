import { BUDGET_UNITS, type BudgetValue, MAX_BUDGET_WINDOWS, PERIOD, isBudgetPeriod } from '#declarations';
import { z } from 'zod';
import { addRuleIssue } from './rules.js';
import * as values from './values.js';

/** The maximum number of tokens or requests of a budget. */
export const MAX_BUDGET_COUNT = 1_000_000_000_000;

const ENTRY = 'a map of usd, tokens or requests, and period';

export const periodSchema = z.string(PERIOD).refine(isBudgetPeriod, PERIOD);

const entry = values.mapOf(ENTRY, {
  usd: values.usd.optional(),
  tokens: values.whole(0, MAX_BUDGET_COUNT).optional(),
  requests: values.whole(0, MAX_BUDGET_COUNT).optional(),
  period: periodSchema.default('total'),
});

type Entry = z.output<typeof entry>;

/** Exactly one unit. */
function checkUnit(window: Entry, context: z.RefinementCtx): void {
  const given = BUDGET_UNITS.filter((unit) => window[unit] !== undefined);
  const [first, second] = given;
  if (first === undefined) addRuleIssue(context, [], `must have one of ${BUDGET_UNITS.join(', ')}`);
  else if (second !== undefined) addRuleIssue(context, [second], `cannot be combined with ${first}`);
}

/** Two limits of the same unit and period: one of them would be useless. */
function checkDuplicates(windows: readonly Entry[], context: z.RefinementCtx): void {
  for (const [position, window] of windows.entries()) {
    const unit = getUnit(window);
    const earlier = windows.findIndex((other) => getUnit(other) === unit && other.period === window.period);
    if (earlier < position) addRuleIssue(context, [position], `has the unit and period of entry ${earlier}`);
  }
}

function getUnit(window: Entry): string | undefined {
  return BUDGET_UNITS.find((unit) => window[unit] !== undefined);
}

const one = entry.superRefine(checkUnit);
const several = values.listOf('budgets', one, MAX_BUDGET_WINDOWS).superRefine(checkDuplicates);

/** One window, or a list of several that apply at once. */
export const budgetSchema = z.unknown().transform((given, context): BudgetValue => {
  const result = (Array.isArray(given) ? several : one).safeParse(given);
  if (result.success) return result.data;
  for (const issue of result.error.issues)
    context.issues.push({ ...issue, input: given } as z.core.$ZodRawIssue);
  return z.NEVER;
});
