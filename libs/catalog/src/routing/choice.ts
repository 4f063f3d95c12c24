import { type HealthStatus } from '../health/health-status.js';
import { type Target } from '../select-targets.js';

/** What put a target where it is among its equals. */
export type ChoiceReason = 'pinned' | 'weight' | 'latency' | 'exploring' | 'cost' | 'fallback';

/** A target of a request, and why it is one. */
export interface Choice extends Target {
  /** The model's public name: not the one asked for where this is a fallback, or where a channel was pinned. */
  model: string;
  reason: ChoiceReason;
  status: HealthStatus;
}
