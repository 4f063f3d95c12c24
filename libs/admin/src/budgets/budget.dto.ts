import { BUDGET_UNITS, type BudgetPeriod, type BudgetUnit } from '#declarations';
import { nested } from '../input/field.js';
import { Flag, Moment, Name, OneOf, Usd, Uuid } from '../input/fields.js';
import { Period } from './budget-input.js';
import { PageSize } from '../input/list-query.dto.js';
import { Measure } from '../input/measures.js';

const DEFAULT_LIMIT = 20;
const MAX_BUDGETS = 1_000;

class BudgetForecastView {
  @Moment({
    nullable: true,
    description:
      'When the budget is used up at the average pace of the last 7 days. Null if it lasts until it resets, or for more than a year.',
  })
  runs_out_at: string | null;
}

/** How much of a budget is spent and left in its current period. */
export class BudgetStateView {
  @OneOf(['token', 'owner', 'global'], {
    description: 'Whether it limits one token, all tokens of an owner together, or the whole gateway.',
  })
  scope: string;

  @Name({ nullable: true, description: 'The name of the token or owner; null for the gateway.' })
  name: string | null;

  @Uuid({ nullable: true, description: 'The id of the token; null for other scopes.' })
  token_id: string | null;

  @OneOf(BUDGET_UNITS, { description: 'What the budget counts.' })
  unit: BudgetUnit;

  @Period({
    description:
      'The period that the limit applies to: total, daily, weekly or monthly in UTC, or a rolling number of hours.',
  })
  period: BudgetPeriod;

  @Measure({ description: 'The limit for each period, in the unit.' })
  limit: number;

  @Measure({ description: 'Used in the current period, in the unit. One request can exceed the limit.' })
  spent: number;

  @Measure({
    description:
      'Left in the current period, in the unit, minus the amounts reserved for running video tasks.',
  })
  left: number;

  @Usd({ nullable: true, description: 'The limit for each period; null if it does not count USD.' })
  limit_usd: number | null;

  @Measure({
    nullable: true,
    description:
      'Spent in the current period; null if it does not count USD. One request can exceed the limit.',
  })
  spent_usd: number | null;

  @Measure({
    nullable: true,
    description:
      'Left in the current period, minus the amounts reserved for running video tasks; null if it does not count USD.',
  })
  left_usd: number | null;

  @Flag({ description: 'Whether requests are refused because too little is left.' })
  used_up: boolean;

  @Moment({
    nullable: true,
    description:
      'When the next period begins, or the next part of a rolling budget renews; null for a total budget, and for a rolling budget that is not used.',
  })
  renews_at: string | null;

  @nested(() => BudgetForecastView, {
    nullable: true,
    description: 'Null in lists of tokens and owners, and with less than three days of usage.',
  })
  forecast: BudgetForecastView | null;
}

export const BudgetStates = (description: string): PropertyDecorator =>
  nested(() => BudgetStateView, { list: { min: 0, max: MAX_BUDGETS }, description });

export class BudgetListQuery {
  @PageSize()
  limit: number = DEFAULT_LIMIT;
}

export class BudgetListView {
  @BudgetStates('The budget of the gateway first, then those with the smallest share left.')
  data: BudgetStateView[];
}
