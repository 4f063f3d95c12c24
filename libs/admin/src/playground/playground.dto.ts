import { Moment, Name, Typed } from '../input/fields.js';

/** What the playground asks the model API with. */
export class PlaygroundTokenView {
  @Typed({ min: 1, max: 128 }, { description: 'An API token. Every page of one session gets the same one.' })
  key: string;

  @Moment({ description: 'Asked for again before this, it lasts longer; it never outlasts the session.' })
  expires_at: string;

  @Name({ description: 'Whose limits and budget count, and to whom requests are put down.' })
  owner: string;
}
