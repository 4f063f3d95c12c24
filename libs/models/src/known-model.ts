import { type ModelFacts } from './model-facts.js';
import { type Sources } from './model-families.js';

/** What is known of a model, and where each group of facts is from. */
export interface KnownModel extends Omit<ModelFacts, 'from'> {
  provider: string;
  /** Those that its parameters and its reasoning are known for. */
  formats: readonly string[];
  sources: Sources;
}
