import { nested } from '../input/field.js';
import { Moment, Typed } from '../input/fields.js';

const TEXT = { min: 0, max: 1000 };
const MANY = { min: 0, max: 1000 };

class UserSessionView {
  @Moment({ description: 'When somebody signed in.' })
  created_at: string;

  @Moment({ description: 'When it was last used, to the minute.' })
  last_seen_at: string;

  @Moment({ description: 'When it ends, however much it is used.' })
  expires_at: string;

  @Typed(TEXT, { description: 'The IP address that it began at.' })
  address: string;

  @Typed(TEXT, { description: 'What the browser called itself.' })
  user_agent: string;
}

export class UserSessionsView {
  @nested(() => UserSessionView, { list: MANY, description: 'Newest first, at most 100.' })
  data: UserSessionView[];
}
