import { TOKEN_SORTS } from '#access';
import { listSorts } from '#database';
import { TOKEN_SPENDING_SORTS } from '#metering';
import { type BudgetView, ShownBudget } from '../budgets/budget-input.js';
import { BudgetStates, type BudgetStateView } from '../budgets/budget.dto.js';
import { EntryOverrideView } from '../config-file/entry-override.js';
import { nested } from '../input/field.js';
import { Flag, Line, Moment, Name, OneOf, Usd, Uuid, Whole } from '../input/fields.js';
import { ListQuery } from '../input/list-query.dto.js';
import { Models } from '../input/model-list.js';
import { CLEARABLE, WithSettingInput, WithSettingView } from './setting-fields.js';

const MAX_PER_PERIOD = { min: 1, max: 1_000_000_000 };
const GRACE_SECONDS = { min: 0, max: 2_592_000 };
const DEFAULT_GRACE_SECONDS = 86_400;

/** The settings of `TOKEN_SETTINGS`, and a shorthand. */
export class TokenSettings extends WithSettingInput() {
  @Usd({ ...CLEARABLE, description: 'Shorthand for a total budget.' })
  budget_usd?: number | null;
}

export class NewTokenInput extends TokenSettings {
  @Name()
  name: string;
}

export class TokenChangesInput extends TokenSettings {
  @Name({ optional: true })
  name?: string;
}

export class RotationInput {
  @Whole(GRACE_SECONDS, {
    optional: true,
    description: 'How long the old key stays valid. 0 revokes it immediately.',
  })
  grace_seconds: number = DEFAULT_GRACE_SECONDS;
}

export const TOKEN_STATUSES = ['active', 'expired', 'revoked'] as const;

export class TokenListQuery extends ListQuery {
  @OneOf([...TOKEN_SORTS, ...listSorts(TOKEN_SPENDING_SORTS)], { optional: true })
  sort: string = '-created_at';

  @OneOf(TOKEN_STATUSES, { optional: true })
  status?: (typeof TOKEN_STATUSES)[number];

  @Line({ optional: true, description: 'Filter by owner.' })
  owner?: string;

  @Line({ optional: true, description: 'Filter by a part of the name.' })
  search?: string;

  @Moment({ optional: true, description: 'Filter by tokens that expire before this time.' })
  expires_before?: string;
}

class OldKeyView {
  @Line({ description: 'The last characters of the key.', example: '…x7Qa' })
  hint: string;

  @Moment({ description: 'When it expires.' })
  valid_until: string;
}

export class OwnerLimitsView {
  @Whole(MAX_PER_PERIOD, { nullable: true, description: 'Requests per minute.' })
  rpm: number | null;

  @Whole(MAX_PER_PERIOD, { nullable: true, description: 'Tokens per minute.' })
  tpm: number | null;

  @Whole(MAX_PER_PERIOD, { nullable: true, description: 'Maximum number of concurrent requests.' })
  concurrency: number | null;

  @Whole(MAX_PER_PERIOD, { nullable: true })
  requests_per_day: number | null;

  @ShownBudget({ nullable: true })
  budget: BudgetView | BudgetView[] | null;

  @Models({ nullable: true, description: 'The allowed models of each token; null if all are allowed.' })
  models: string[] | null;
}

export class TokenView extends WithSettingView() {
  @Uuid()
  id: string;

  @Name()
  name: string;

  @Line({ description: 'The last characters of the key.', example: '…x7Qa' })
  key_hint: string;

  @nested(() => OldKeyView, {
    nullable: true,
    description: 'The previous key, while it is still valid.',
  })
  old_key: OldKeyView | null;

  @OneOf(TOKEN_STATUSES)
  status: (typeof TOKEN_STATUSES)[number];

  @OneOf(['file', 'setup', 'console', 'playground'], {
    description: 'Where it was created. Playground tokens are not listed.',
  })
  origin: string;

  @Flag({ description: 'Whether only the config file or the gateway itself can change it.' })
  read_only: boolean;

  @nested(() => EntryOverrideView, {
    nullable: true,
    description: 'Set if the enabled state overrides the config file.',
  })
  override: EntryOverrideView | null;

  @nested(() => OwnerLimitsView, {
    nullable: true,
    description: 'The limits for all tokens of its owner combined; null if there are none.',
  })
  owner_limits: OwnerLimitsView | null;

  @BudgetStates(
    'Each budget that limits it: its own, that of its owner and, for administrators, that of the gateway.',
  )
  budgets: BudgetStateView[];

  @Usd({ description: 'The total amount charged.' })
  spent_usd: number;

  @Moment({
    nullable: true,
    description:
      'When the newest request of the token began, up to a minute behind. Null if it was never used.',
  })
  last_used_at: string | null;

  @Moment()
  created_at: string;

  @Moment()
  updated_at: string;
}

/** A response with secrets, which are shown only once. */
export class IssuedTokenView extends TokenView {
  @Line({ description: 'The key. It is shown only once.', example: 'sk-mg-…' })
  key: string;

  @Line({ optional: true, description: 'The generated signing secret. It is shown only once.' })
  webhook_secret?: string;
}

export class ChangedTokenView extends TokenView {
  @Line({ optional: true, description: 'The generated signing secret. It is shown only once.' })
  webhook_secret?: string;
}
