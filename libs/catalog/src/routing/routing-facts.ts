import { type Capability } from '#canonical';
import { type Channel } from '../channel.js';
import { type HealthStatus } from '../health/health-status.js';
import { type ModelEntity } from '../model.entity.js';
import { type RandomPick, type Target } from '../select-targets.js';

export type RoutedModel = Readonly<Pick<ModelEntity, 'capabilities' | 'strategy' | 'fallbacks' | 'timeouts'>>;

/** Everything that routing depends on. */
export interface RoutingFacts {
  channels: readonly Channel[];
  models: ReadonlyMap<string, RoutedModel>;
  capability: Capability;
  randomPick: RandomPick;
  /** Between 0 and 1. Requests with the lowest values measure whether a slow channel has become fast. */
  chance: number;
  /** The statuses of the targets of one model. */
  getHealthStatuses(targets: readonly Target[]): readonly HealthStatus[];
  /** Undefined if it should be measured. */
  getFirstByteMs(target: Target): number | undefined;
  /** In any unit. Undefined if unknown. */
  getPrice(target: Target, model: string): number | undefined;
}
