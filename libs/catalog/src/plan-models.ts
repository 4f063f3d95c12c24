import { isDeepStrictEqual } from 'node:util';
import { type ModelConfig } from '#config';
import { type ModelEntity } from './model.entity.js';
import { type ModelRow } from './model.repository.js';
import { toModelSettings } from './model-settings.js';

export interface PlannedModel {
  kind: 'model';
  before: ModelEntity | undefined;
  after: ModelRow;
  /** In the list of the file; undefined where the model has left it. */
  position: number | undefined;
}

/**
 * The changes that make the stored models what the config file says; those that have left the file are disabled. Yields
 * once for every model, so that the caller can pause.
 */
export function* planModels(
  existing: ReadonlyMap<string, ModelEntity>,
  wanted: readonly ModelConfig[],
): Generator<PlannedModel | undefined> {
  for (const [position, config] of wanted.entries()) {
    const before = existing.get(config.id);
    const after: ModelRow = { id: config.id, ...toModelSettings(config), enabled: true, origin: 'file' };
    const differs = before === undefined || !isDeepStrictEqual(pickRow(before), after);
    yield differs ? { kind: 'model', before, after, position } : undefined;
  }
  const ids = new Set(wanted.map((config) => config.id));
  for (const before of existing.values()) {
    const hasLeft = before.origin === 'file' && before.enabled && !ids.has(before.id);
    const after = { ...pickRow(before), enabled: false };
    yield hasLeft ? { kind: 'model', before, after, position: undefined } : undefined;
  }
}

function pickRow({ createdAt: _createdAt, updatedAt: _updatedAt, ...row }: ModelEntity): ModelRow {
  return row;
}
