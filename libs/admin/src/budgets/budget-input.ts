import { MAX_BUDGET_COUNT } from '#config';
import {
  BUDGET_UNITS,
  type BudgetEntry,
  type BudgetPeriod,
  MAX_BUDGET_WINDOWS,
  PERIOD,
  isBudgetPeriod,
} from '#declarations';
import { ValidateBy } from 'class-validator';
import { FIELD_CHECK, type FieldOptions, nested } from '../input/field.js';
import { Usd, Whole, checkedText } from '../input/fields.js';

const COUNT = { min: 0, max: MAX_BUDGET_COUNT };

/** `total`, `daily`, `weekly`, `monthly`, or a number of hours with `h`. */
export const Period = (options: FieldOptions): PropertyDecorator =>
  checkedText(PERIOD, isBudgetPeriod, options);

const PERIOD_HELP =
  'total, daily, weekly (from Monday) or monthly in UTC, or a rolling number of hours such as 5h.';

export class BudgetInput {
  @Usd({
    optional: true,
    description: 'The limit in USD. Each budget has exactly one of usd, tokens and requests.',
  })
  usd?: number;

  @Whole(COUNT, { optional: true, description: 'The limit of input and output tokens.' })
  tokens?: number;

  @Whole(COUNT, { optional: true, description: 'The limit of requests.' })
  requests?: number;

  @Period({ optional: true, description: PERIOD_HELP })
  period: BudgetPeriod = 'total';
}

export class BudgetView {
  @Usd({ optional: true })
  usd?: number;

  @Whole(COUNT, { optional: true })
  tokens?: number;

  @Whole(COUNT, { optional: true })
  requests?: number;

  @Period({ description: PERIOD_HELP })
  period: BudgetPeriod;
}

/** One budget, or a list of several that apply at once. */
const ONE_OR_LIST = { list: { max: MAX_BUDGET_WINDOWS, orOne: true } } as const;

const RULE =
  'one or several budgets, each with exactly one of usd, tokens and requests, and no two with the same unit and period';

export function Budget(options: FieldOptions): PropertyDecorator {
  return (target, property) => {
    nested(() => BudgetInput, { ...options, ...ONE_OR_LIST })(target, property);
    ValidateBy({
      name: FIELD_CHECK,
      validator: { validate: isConsistent, defaultMessage: () => `must be ${RULE}` },
    })(target, property);
  };
}

export const ShownBudget = (options: FieldOptions): PropertyDecorator =>
  nested(() => BudgetView, { ...options, ...ONE_OR_LIST });

/** Anything that is no budget has failed another rule. */
function isConsistent(value: unknown): boolean {
  const windows = (Array.isArray(value) ? value : [value]).filter((window) => window instanceof BudgetInput);
  const keys = windows.map((window) => [...listUnits(window), window.period].join(' '));
  return windows.every((window) => listUnits(window).length === 1) && new Set(keys).size === keys.length;
}

function listUnits(window: BudgetEntry): string[] {
  return BUDGET_UNITS.filter((unit) => window[unit] !== undefined);
}
