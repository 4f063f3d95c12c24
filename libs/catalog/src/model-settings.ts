import { type ModelConfig } from '#config';
import { type ModelEntity } from './model.entity.js';

/** What can be said about a model. */
export type ModelSettings = Omit<ModelEntity, 'id' | 'enabled' | 'origin' | 'createdAt' | 'updatedAt'>;

/** What the rules of the config file have made of an entry, as it is stored. */
export function toModelSettings(config: ModelConfig): ModelSettings {
  const { capabilities, price, deadlineMinutes, fallbacks, strategy, hedgeMs, timeouts, realtime } = config;
  return {
    capabilities: capabilities === undefined ? null : [...capabilities],
    price: price ?? null,
    deadlineMinutes: deadlineMinutes ?? null,
    fallbacks: fallbacks === undefined ? null : [...fallbacks],
    strategy: strategy ?? null,
    hedgeMs: hedgeMs ?? null,
    timeouts: timeouts ?? null,
    realtime: realtime ?? null,
  };
}
