import { isDeepStrictEqual } from 'node:util';
import { type ModelConfig } from '#config';
import { type ModelEntity } from './model.entity.js';
import { type ModelRepository } from './model.repository.js';
import { type ModelSettings, toModelSettings } from './model-settings.js';

/** Makes the stored models what the config file says; what has left the file is disabled. */
export async function applyModels(
  repository: ModelRepository,
  wanted: readonly ModelConfig[],
): Promise<void> {
  const existing = new Map((await repository.findAll()).map((model) => [model.id, model]));
  for (const config of wanted) {
    const settings = toModelSettings(config);
    const model = existing.get(config.id);
    if (model === undefined) {
      await repository.create({ id: config.id, ...settings, origin: 'file' });
    } else if (!model.enabled || model.origin !== 'file' || !isAlready(model, settings)) {
      await repository.update(config.id, { ...settings, enabled: true, origin: 'file' });
    }
  }
  const ids = new Set(wanted.map((config) => config.id));
  for (const model of existing.values()) {
    const hasLeftTheFile = model.origin === 'file' && model.enabled && !ids.has(model.id);
    if (hasLeftTheFile) await repository.update(model.id, { enabled: false });
  }
}

function isAlready(model: ModelEntity, settings: ModelSettings): boolean {
  const { capabilities, price, deadlineMinutes, fallbacks, strategy, hedgeMs, timeouts, realtime } = model;
  const current = { capabilities, price, deadlineMinutes, fallbacks, strategy, hedgeMs, timeouts, realtime };
  return isDeepStrictEqual(current, settings);
}
