import { Moment, Name, Typed } from '../input/fields.js';

/** The token of the playground for the model API. */
export class PlaygroundTokenView {
  @Typed({ min: 1, max: 128 }, { description: 'An API token. All pages of a session receive the same one.' })
  key: string;

  @Moment({
    description:
      'Expiry time. Requesting the token again before then extends it, but never beyond the session.',
  })
  expires_at: string;

  @Name({ description: 'The owner whose limits and budget apply.' })
  owner: string;
}
