import { limitKeys, oneBudget, withOneBudget } from './limits-schema.js';
import { MAX_MEMBER_TOKENS } from './member-bounds.js';
import * as values from './values.js';

/** What every member may have: so many tokens, and so much for all of them together. */
export const membersSchema = values
  .mapOf('a map of what members may use', {
    maxTokens: values.whole(0, MAX_MEMBER_TOKENS).optional(),
    ...limitKeys,
  })
  .superRefine(oneBudget)
  .transform(withOneBudget);
