import { limitKeys, oneBudget, withOneBudget } from './limits-schema.js';
import * as values from './values.js';

/** What all tokens of one owner may use together. */
export const ownerSchema = values
  .mapOf('a map that describes an owner', { name: values.name, ...limitKeys })
  .superRefine(oneBudget)
  .transform(withOneBudget);
