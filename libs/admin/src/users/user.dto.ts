import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '#access';
import { Email, Flag, Line, Moment, OneOf, Typed, Uuid } from '../input/fields.js';
import { ListQuery } from '../lists/list-query.dto.js';
import { USER_SORTS } from './user-sorts.js';

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
    { least: MIN_PASSWORD_CHARACTERS, most: MAX_PASSWORD_CHARACTERS },
    { optional: true, description: 'Without one it is made up, and has to be changed at the first sign-in.' },
  )
  password?: string;
}

export class UserChangesInput {
  @OneOf(USER_ROLES, { optional: true })
  role?: Role;

  @Flag({ optional: true, description: 'Whoever is disabled cannot sign in, and is signed out at once.' })
  disabled?: boolean;
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
