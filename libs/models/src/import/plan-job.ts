import { type ModelChange } from '../model-changes.js';
import { type ProviderModels } from '../model-facts.js';
import { type PlannedUpdate } from './update-models.js';

/** What was read from one place. */
export interface UpdateSource {
  /** A file or an https address, as people wrote it. */
  name: string;
  /** Undefined where it was a file. */
  url?: string | undefined;
  bytes: Uint8Array;
}

export interface PlanJob {
  stored: readonly ProviderModels[];
  /** Without any, what is shipped is to count again. */
  sources: readonly UpdateSource[];
  /** The day that the sources are from. */
  asOf: string;
}

export interface PlannedChanges extends PlannedUpdate {
  changes: ModelChange[];
  /** Of each source, in that order. */
  sourceFacts: SourceFacts[];
}

/** What a source says of itself. */
export interface SourceFacts {
  /** Which of the known forms its data is in. */
  form: string;
  /** Higher than that of every earlier file of its publisher; undefined where it has none. */
  serial?: number | undefined;
}

export type PlanAnswer = { planned: PlannedChanges } | { unreadable: string };
