import { type Capability } from '#canonical';
import { type Channel } from '../channel.js';
import { type Standing } from '../health/standing.js';
import { type ModelEntity } from '../model.entity.js';
import { type Draw, type Target } from '../select-targets.js';

export type RoutedModel = Readonly<Pick<ModelEntity, 'capabilities' | 'strategy' | 'fallbacks'>>;

/** Everything that decides where a request goes. */
export interface RoutingFacts {
  channels: readonly Channel[];
  models: ReadonlyMap<string, RoutedModel>;
  /** As the client names it. */
  model: string;
  capability: Capability;
  draw: Draw;
  /** Between 0 and 1; the lowest go to look whether a slow channel has become fast. */
  chance: number;
  /** How targets of one model stand. */
  standingsOf(targets: readonly Target[]): readonly Standing[];
  /** Undefined: to be found out. */
  firstByteMsOf(target: Target): number | undefined;
  /** In any one unit; undefined where nobody knows. */
  priceOf(target: Target, model: string): number | undefined;
}
