import { nested } from '../input/field.js';
import { Moment, Typed } from '../input/fields.js';

const TEXT = { min: 0, max: 1000 };
const MANY = { min: 0, max: 1000 };

class UserSessionView {
  @Moment({ description: 'When the session started.' })
  created_at: string;

  @Moment({ description: 'When it was last used, to the minute.' })
  last_seen_at: string;

  @Moment({ description: 'When the session expires.' })
  expires_at: string;

  @Typed(TEXT, { description: 'The IP address of the sign-in.' })
  address: string;

  @Typed(TEXT, { description: 'The user agent.' })
  user_agent: string;
}

export class UserSessionsView {
  @nested(() => UserSessionView, { list: MANY, description: 'Newest first, at most 100.' })
  data: UserSessionView[];
}
