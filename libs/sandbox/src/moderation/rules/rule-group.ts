import { type Category } from '../category.js';

export interface RuleGroup {
  raises: readonly Category[];
  /** Five points are as likely as not to be harmful; see `evidence.ts`. */
  rules: readonly (readonly [points: number, pattern: string])[];
}
