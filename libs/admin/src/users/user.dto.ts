import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS, USER_SORTS } from '#access';
import { MAX_MEMBER_TOKENS } from '#config';
import { nested } from '../input/field.js';
import { Email, Flag, Line, Moment, OneOf, Typed, Uuid, Whole } from '../input/fields.js';
import { ListQuery } from '../input/list-query.dto.js';
import { Models } from '../input/model-list.js';
import { BudgetInput } from '../tokens/token.dto.js';

export const USER_ROLES = ['admin', 'member'] as const;

type Role = (typeof USER_ROLES)[number];

export class UserListQuery extends ListQuery {
  @OneOf(USER_SORTS, { optional: true })
  sort: string = 'email';

  @Line({ optional: true, description: 'Only users whose e-mail address contains this.' })
  email?: string;

  @OneOf(USER_ROLES, { optional: true })
  role?: Role;

  @Flag({ optional: true, description: 'Only users who are disabled, or only those who are not.' })
  disabled?: boolean;
}

export class NewUserInput {
  @Email({ example: 'ann@example.com' })
  email: string;

  @OneOf(USER_ROLES)
  role: Role;

  @Typed(
    { min: MIN_PASSWORD_CHARACTERS, max: MAX_PASSWORD_CHARACTERS },
    { optional: true, description: 'Without one it is made up, and has to be changed at the first sign-in.' },
  )
  password?: string;
}

const MAX_PER_PERIOD = { min: 1, max: 1_000_000_000 };
/** May be left out, and null brings back what counts for every member. */
const CLEARABLE = { optional: true, nullable: true } as const;

/** What all tokens of a member may use together, where that is not what counts for every member. */
export class MemberLimits {
  @Whole({ min: 0, max: MAX_MEMBER_TOKENS }, { ...CLEARABLE, description: 'How many tokens at a time.' })
  max_tokens?: number | null;

  @Whole(MAX_PER_PERIOD, { ...CLEARABLE, description: 'Requests per minute.' })
  rpm?: number | null;

  @Whole(MAX_PER_PERIOD, { ...CLEARABLE, description: 'Tokens per minute.' })
  tpm?: number | null;

  @Whole(MAX_PER_PERIOD, { ...CLEARABLE, description: 'Requests at a time.' })
  concurrency?: number | null;

  @Whole(MAX_PER_PERIOD, CLEARABLE)
  requests_per_day?: number | null;

  @nested(() => BudgetInput, CLEARABLE)
  budget?: BudgetInput | null;

  @Models({ ...CLEARABLE, description: 'The models that each of them may use.', example: ['gpt-*'] })
  models?: string[] | null;
}

export class UserChangesInput {
  @OneOf(USER_ROLES, { optional: true })
  role?: Role;

  @Flag({ optional: true, description: 'Whoever is disabled cannot sign in, and is signed out at once.' })
  disabled?: boolean;

  @nested(() => MemberLimits, {
    optional: true,
    description: 'Only what is given changes; null brings back what counts for every member.',
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

  @Flag({ description: 'Until that is done, the user can do nothing else.' })
  must_change_password: boolean;

  @nested(() => MemberLimits, {
    description: 'What differs from what counts for every member (the settings under members).',
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

/** An answer that holds what is shown only this once. */
export class UserWithPasswordView extends UserView {
  @Line({ optional: true, description: 'To sign in with once, where it was made up. It is shown only now.' })
  password?: string;
}
