import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '#access';
import { ADMIN_SCOPES } from '#rights';
import { nested } from '../input/field.js';
import { Flag, Name, OneOf, Typed, Uuid } from '../input/fields.js';
import { Count } from '../input/measures.js';
import { OwnerLimitsView } from '../tokens/token.dto.js';

/** Passwords from before there were rules for them can still be typed. */
const MAX_TYPED_LENGTH = 1024;

export class SignInInput {
  @Typed({ min: 1, max: 254 }, { example: 'admin@localhost' })
  email: string;

  @Typed({ min: 1, max: MAX_TYPED_LENGTH })
  password: string;
}

export class PasswordChangeInput {
  @Typed({ min: 1, max: MAX_TYPED_LENGTH }, { description: 'The password until now.' })
  current: string;

  @Typed({ min: MIN_PASSWORD_CHARACTERS, max: MAX_PASSWORD_CHARACTERS }, { description: 'The new one.' })
  new: string;
}

/** Who is asking, as they are told themselves. */
export class SessionView {
  @OneOf(['user', 'admin-token', 'operator'])
  kind: string;

  @Uuid({ nullable: true, description: 'The id of the user or the admin token.' })
  id: string | null;

  @Name({ description: 'The e-mail address of the user, or the name of the admin token.' })
  name: string;

  @OneOf(['admin', 'member'], { nullable: true, description: 'Of a user.' })
  role: string | null;

  @OneOf(ADMIN_SCOPES, {
    nullable: true,
    list: { max: ADMIN_SCOPES.length },
    description: 'Of an admin token.',
  })
  scopes: readonly string[] | null;

  @Flag({ description: 'Until that is done, the user can do nothing else.' })
  must_change_password: boolean;
}

/** What somebody may use, as they are told themselves. */
export class OwnLimitsView {
  @nested(() => OwnerLimitsView, {
    nullable: true,
    description: 'What all of your tokens may use together; null where nothing limits them.',
  })
  together: OwnerLimitsView | null;

  @Count({ nullable: true, description: 'How many active tokens you may have; null where any number.' })
  max_tokens: number | null;

  @Count({ description: 'How many you have.' })
  active_tokens: number;
}
