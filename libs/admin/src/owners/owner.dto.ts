import { OWNER_SORTS, type OwnerSort } from '#access';
import { BudgetStates, type BudgetStateView } from '../budgets/budget.dto.js';
import { nested } from '../input/field.js';
import { Flag, Line, Name, OneOf, Usd, Uuid, Whole } from '../input/fields.js';
import { ListQuery } from '../input/list-query.dto.js';
import { Count } from '../input/measures.js';
import { Budget, type BudgetInput } from '../budgets/budget-input.js';
import { OwnerLimitsView } from '../tokens/token.dto.js';

const MAX_PER_PERIOD = { min: 1, max: 1_000_000_000 };

/** Optional; null removes the limit. */
const CLEARABLE = { optional: true, nullable: true } as const;

export class OwnerListQuery extends ListQuery {
  @OneOf(OWNER_SORTS, { optional: true, description: 'Spend is that of the last 30 days.' })
  sort: OwnerSort = 'name';

  @Line({ optional: true, description: 'Filter by a part of the name.' })
  search?: string;
}

/** The limits that all tokens of one owner share. */
export class OwnerLimitsInput {
  @Whole(MAX_PER_PERIOD, { ...CLEARABLE, description: 'Requests per minute.' })
  rpm?: number | null;

  @Whole(MAX_PER_PERIOD, { ...CLEARABLE, description: 'Tokens per minute.' })
  tpm?: number | null;

  @Whole(MAX_PER_PERIOD, { ...CLEARABLE, description: 'Maximum number of concurrent requests.' })
  concurrency?: number | null;

  @Whole(MAX_PER_PERIOD, { ...CLEARABLE, description: 'Requests per day (UTC).' })
  requests_per_day?: number | null;

  @Budget(CLEARABLE)
  budget?: BudgetInput | BudgetInput[] | null;
}

class OwnerUserView {
  @Uuid()
  id: string;

  @OneOf(['admin', 'member'])
  role: string;

  @Flag()
  disabled: boolean;
}

export class OwnerView {
  @Name({ description: 'The email address of a user, or any other name that tokens use as their owner.' })
  name: string;

  @nested(() => OwnerUserView, { nullable: true, description: 'The user with this name, if there is one.' })
  user: OwnerUserView | null;

  @Count()
  tokens: number;

  @Count({ description: 'Tokens that are neither revoked nor expired.' })
  active_tokens: number;

  @nested(() => OwnerLimitsView, {
    nullable: true,
    description: 'The limits for all of its tokens combined; null if there are none.',
  })
  limits: OwnerLimitsView | null;

  @OneOf(['console', 'file'], {
    nullable: true,
    description:
      'Where the limits were set. Limits from the config file can only be changed there. Null if none are set, such as for a member with the limits of all members.',
  })
  limits_origin: string | null;

  @Usd({ description: 'The spend of its tokens in the last 30 days.' })
  spent_30_days_usd: number;

  @Count({ description: 'Requests of the last 30 days without a known price. They are not in the spend.' })
  unpriced_requests_30_days: number;

  @BudgetStates('The shared budget; empty if there is none.')
  budgets: BudgetStateView[];
}
