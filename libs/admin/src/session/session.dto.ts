import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '#access';
import { ADMIN_SCOPES } from '#rights';
import { BudgetStates, type BudgetStateView } from '../budgets/budget.dto.js';
import { nested } from '../input/field.js';
import { Flag, Name, OneOf, Typed, Uuid } from '../input/fields.js';
import { Count } from '../input/measures.js';
import { OwnerLimitsView } from '../tokens/token.dto.js';

/** Longer than the maximum for new passwords, because older passwords may be longer. */
const MAX_TYPED_LENGTH = 1024;

export class SignInInput {
  @Typed({ min: 1, max: 254 }, { example: 'admin@localhost' })
  email: string;

  @Typed({ min: 1, max: MAX_TYPED_LENGTH })
  password: string;
}

export class PasswordChangeInput {
  @Typed({ min: 1, max: MAX_TYPED_LENGTH }, { description: 'The current password.' })
  current: string;

  @Typed({ min: MIN_PASSWORD_CHARACTERS, max: MAX_PASSWORD_CHARACTERS }, { description: 'The new password.' })
  new: string;
}

/** The caller. */
export class SessionView {
  @OneOf(['user', 'admin-token', 'operator'])
  kind: string;

  @Uuid({ nullable: true, description: 'The id of the user or the admin token.' })
  id: string | null;

  @Name({ description: 'The email address of the user, or the name of the admin token.' })
  name: string;

  @OneOf(['admin', 'member'], { nullable: true, description: 'The role of a user.' })
  role: string | null;

  @OneOf(ADMIN_SCOPES, {
    nullable: true,
    list: { max: ADMIN_SCOPES.length },
    description: 'The scopes of an admin token.',
  })
  scopes: readonly string[] | null;

  @Flag({ description: 'Whether the user must change the password before any other action.' })
  must_change_password: boolean;
}

/** The limits of the signed-in user. */
export class OwnLimitsView {
  @nested(() => OwnerLimitsView, {
    nullable: true,
    description: 'The limits for all of your tokens combined; null if there are none.',
  })
  together: OwnerLimitsView | null;

  @Count({ nullable: true, description: 'The maximum number of your active tokens; null if unlimited.' })
  max_tokens: number | null;

  @Count({ description: 'The number of your active tokens.' })
  active_tokens: number;

  @BudgetStates('The budget of all your tokens combined; empty if there is none.')
  budgets: BudgetStateView[];
}
