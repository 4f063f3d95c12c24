import { type HealthStatus } from '../health/health-status.js';
import { type Target } from '../select-targets.js';

/** Why a target has its position in the order. */
export type RoutingReason = 'pinned' | 'weight' | 'latency' | 'exploring' | 'cost' | 'fallback';

/** A target of a request, with its reason and status. */
export interface RoutedTarget extends Target {
  /** The public name of its model, which differs from the requested name for a fallback or a pinned channel. */
  model: string;
  reason: RoutingReason;
  status: HealthStatus;
}
