import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS, USER_SORTS } from '#access';
import { MAX_MEMBER_TOKENS } from '#declarations';
import { nested } from '../input/field.js';
import { Email, Flag, Line, Moment, OneOf, Typed, Uuid, Whole } from '../input/fields.js';
import { ListQuery } from '../input/list-query.dto.js';
import { Models } from '../input/model-list.js';
import { Budget, type BudgetInput } from '../budgets/budget-input.js';

export const USER_ROLES = ['admin', 'member'] as const;

type Role = (typeof USER_ROLES)[number];

export class UserListQuery extends ListQuery {
  @OneOf(USER_SORTS, { optional: true })
  sort: string = 'email';

  @Line({ optional: true, description: 'Filter by a part of the email address.' })
  email?: string;

  @OneOf(USER_ROLES, { optional: true })
  role?: Role;

  @Flag({ optional: true, description: 'Filter by disabled or enabled.' })
  disabled?: boolean;
}

export class NewUserInput {
  @Email({ example: 'ann@example.com' })
  email: string;

  @OneOf(USER_ROLES)
  role: Role;

  @Typed(
    { min: MIN_PASSWORD_CHARACTERS, max: MAX_PASSWORD_CHARACTERS },
    { optional: true, description: 'If omitted, it is generated and must be changed at the first sign-in.' },
  )
  password?: string;
}

const MAX_PER_PERIOD = { min: 1, max: 1_000_000_000 };
/** Optional. Null restores the limit of all members. */
const CLEARABLE = { optional: true, nullable: true } as const;

/** The limits of a member that differ from those of all members. All tokens of the member share them. */
export class MemberLimits {
  @Whole({ min: 0, max: MAX_MEMBER_TOKENS }, { ...CLEARABLE, description: 'Maximum number of tokens.' })
  max_tokens?: number | null;

  @Whole(MAX_PER_PERIOD, { ...CLEARABLE, description: 'Requests per minute.' })
  rpm?: number | null;

  @Whole(MAX_PER_PERIOD, { ...CLEARABLE, description: 'Tokens per minute.' })
  tpm?: number | null;

  @Whole(MAX_PER_PERIOD, { ...CLEARABLE, description: 'Maximum number of concurrent requests.' })
  concurrency?: number | null;

  @Whole(MAX_PER_PERIOD, CLEARABLE)
  requests_per_day?: number | null;

  @Budget(CLEARABLE)
  budget?: BudgetInput | BudgetInput[] | null;

  @Models({ ...CLEARABLE, description: 'The allowed models of each token.', example: ['gpt-*'] })
  models?: string[] | null;
}

export class UserChangesInput {
  @OneOf(USER_ROLES, { optional: true })
  role?: Role;

  @Flag({ optional: true, description: 'Disabled users are signed out immediately and cannot sign in.' })
  disabled?: boolean;

  @nested(() => MemberLimits, {
    optional: true,
    description: 'Changes only the given limits; null restores the limits of all members.',
  })
  limits?: MemberLimits;
}

export class UserView {
  @Uuid()
  id: string;

  @Email()
  email: string;

  @OneOf(USER_ROLES)
  role: Role;

  @Flag()
  disabled: boolean;

  @Flag({ description: 'Whether the user must change the password before any other action.' })
  must_change_password: boolean;

  @nested(() => MemberLimits, {
    description: 'Limits that differ from those of all members (the settings under members).',
  })
  limits: MemberLimits;

  @Moment({ nullable: true })
  last_sign_in_at: string | null;

  @Moment({ nullable: true })
  disabled_at: string | null;

  @Moment()
  created_at: string;

  @Moment()
  updated_at: string;
}

/** A response with a generated password, which is shown only once. */
export class UserWithPasswordView extends UserView {
  @Line({ optional: true, description: 'The generated one-time password. It is shown only once.' })
  password?: string;
}
