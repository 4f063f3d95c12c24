import { isDeepStrictEqual } from 'node:util';
import { type OwnerConfig } from '#config';
import { limitColumns } from './limits.js';
import { type OwnerEntity } from './owner.entity.js';
import { type OwnerSettings } from './owner.repository.js';

export interface PlannedOwner {
  kind: 'owner';
  before: OwnerEntity | undefined;
  after: OwnerSettings;
  /** The index in the config file; undefined if the owner was removed from it. */
  position: number | undefined;
}

/**
 * The changes that make the stored owners equal to the config file. Owners that were removed from the file become
 * unlimited. Yields once for every owner, so that the caller can pause.
 */
export function* planOwners(
  existing: ReadonlyMap<string, OwnerEntity>,
  wanted: readonly OwnerConfig[],
): Generator<PlannedOwner | undefined> {
  for (const [position, config] of wanted.entries()) {
    const before = existing.get(config.name);
    const after: OwnerSettings = { id: config.name, ...limitColumns(config), enabled: true, origin: 'file' };
    const differs = before === undefined || !isDeepStrictEqual(pickSettings(before), after);
    yield differs ? { kind: 'owner', before, after, position } : undefined;
  }
  const names = new Set(wanted.map(({ name }) => name));
  for (const before of existing.values()) {
    const isRemoved = before.origin === 'file' && before.enabled && !names.has(before.id);
    const after = { ...pickSettings(before), enabled: false };
    yield isRemoved ? { kind: 'owner', before, after, position: undefined } : undefined;
  }
}

function pickSettings({
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...settings
}: OwnerEntity): OwnerSettings {
  return settings;
}
