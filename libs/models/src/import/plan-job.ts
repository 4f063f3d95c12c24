import { type ModelChange } from '../model-changes.js';
import { type ProviderModels } from '../model-facts.js';
import { type PlannedUpdate } from './update-models.js';

/** The content of one source. */
export interface UpdateSource {
  /** A file or an https URL, as the user wrote it. */
  name: string;
  /** Undefined for a file. */
  url?: string | undefined;
  bytes: Uint8Array;
}

export interface PlanJob {
  stored: readonly ProviderModels[];
  /** Without any, the shipped models are restored. */
  sources: readonly UpdateSource[];
  /** The day of the sources. */
  asOf: string;
}

export interface PlannedChanges extends PlannedUpdate {
  changes: ModelChange[];
  /** The properties of each source, in the order of the sources. */
  sourceFacts: SourceFacts[];
}

/** The properties that a source has itself. */
export interface SourceFacts {
  /** The format of its data. */
  form: string;
  /** Higher than that of every earlier file of the same publisher; undefined if it has none. */
  serial?: number | undefined;
}

export type PlanResult = { planned: PlannedChanges } | { unreadable: string };
