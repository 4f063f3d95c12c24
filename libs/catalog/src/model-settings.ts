import { type ModelConfig } from '#config';
import { type ModelEntity } from './model.entity.js';

/** The settings of a model. */
export type ModelSettings = Omit<ModelEntity, 'id' | 'enabled' | 'origin' | 'createdAt' | 'updatedAt'>;

/** Facts about a model that only the config file has: the database has no column for them. */
export type FileOnlyModelKey = 'knownAs' | 'limits' | 'parameters' | 'reasoning';

/** Converts a validated entry of the config file to the stored settings. */
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
  } satisfies Record<Exclude<keyof ModelConfig, FileOnlyModelKey | 'id'>, unknown>;
}
