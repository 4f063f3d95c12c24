import { isDeepStrictEqual } from 'node:util';
import { type ModelConfig } from '#config';
import { type ModelEntity } from './model.entity.js';
import { type ModelRow } from './model.repository.js';
import { toModelSettings } from './model-settings.js';

export interface PlannedModel {
  kind: 'model';
  before: ModelEntity | undefined;
  after: ModelRow;
  /** The index in the config file. Undefined if the model was removed from it. */
  position: number | undefined;
}

/**
 * Yields the changes that apply the config file to the stored models. Models that were removed from the file are
 * disabled. Yields once per model, so that the caller can pause.
 */
export function* planModels(
  existing: ReadonlyMap<string, ModelEntity>,
  configs: readonly ModelConfig[],
): Generator<PlannedModel | undefined> {
  for (const [position, config] of configs.entries()) {
    const before = existing.get(config.id);
    const after: ModelRow = { id: config.id, ...toModelSettings(config), enabled: true, origin: 'file' };
    const differs = before === undefined || !isDeepStrictEqual(pickRow(before), after);
    yield differs ? { kind: 'model', before, after, position } : undefined;
  }
  const ids = new Set(configs.map((config) => config.id));
  for (const before of existing.values()) {
    const isRemoved = before.origin === 'file' && before.enabled && !ids.has(before.id);
    const after = { ...pickRow(before), enabled: false };
    yield isRemoved ? { kind: 'model', before, after, position: undefined } : undefined;
  }
}

function pickRow({ createdAt: _createdAt, updatedAt: _updatedAt, ...row }: ModelEntity): ModelRow {
  return row;
}
