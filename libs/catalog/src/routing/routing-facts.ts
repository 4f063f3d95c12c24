import { type Capability } from '#canonical';
import { type Channel } from '../channel.js';
import { type HealthStatus } from '../health/health-status.js';
import { type ModelEntity } from '../model.entity.js';
import { type RandomPick, type Target } from '../select-targets.js';

export type RoutedModel = Readonly<Pick<ModelEntity, 'capabilities' | 'strategy' | 'fallbacks' | 'timeouts'>>;

/** Everything that decides where a request goes. */
export interface RoutingFacts {
  channels: readonly Channel[];
  models: ReadonlyMap<string, RoutedModel>;
  capability: Capability;
  draw: RandomPick;
  /** Between 0 and 1; the lowest go to look whether a slow channel has become fast. */
  chance: number;
  /** How targets of one model stand. */
  getHealthStatuses(targets: readonly Target[]): readonly HealthStatus[];
  /** Undefined: to be found out. */
  getFirstByteMs(target: Target): number | undefined;
  /** In any one unit; undefined where nobody knows. */
  getPrice(target: Target, model: string): number | undefined;
}
