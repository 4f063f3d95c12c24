import { type ModelFacts } from './model-facts.js';
import { type Sources } from './model-families.js';

/** The facts about a model, and the sources of each group of facts. */
export interface KnownModel extends Omit<ModelFacts, 'from'> {
  provider: string;
  /** The formats that its parameters and reasoning apply to. */
  formats: readonly string[];
  sources: Sources;
}
