import { isDeepStrictEqual } from 'node:util';
import { type OwnerConfig } from '#config';
import { limitColumns } from './limits.js';
import { type OwnerEntity } from './owner.entity.js';
import { type OwnerRepository, type OwnerSettings } from './owner.repository.js';

/** Makes the stored owners what the config file says; nothing limits those that have left the file. */
export async function applyOwners(
  repository: OwnerRepository,
  wanted: readonly OwnerConfig[],
): Promise<void> {
  const existing = new Map((await repository.findAll()).map((owner) => [owner.id, owner]));
  for (const config of wanted) {
    const settings = toSettings(config);
    const owner = existing.get(config.name);
    if (owner === undefined) await repository.create(settings);
    else if (differs(owner, settings)) await repository.update(owner.id, settings);
  }
  const names = new Set(wanted.map(({ name }) => name));
  for (const owner of existing.values()) {
    const hasLeftTheFile = owner.origin === 'file' && owner.enabled && !names.has(owner.id);
    if (hasLeftTheFile) await repository.update(owner.id, { enabled: false });
  }
}

function toSettings(config: OwnerConfig): OwnerSettings {
  return { id: config.name, ...limitColumns(config), enabled: true, origin: 'file' };
}

function differs(
  { createdAt: _createdAt, updatedAt: _updatedAt, ...current }: OwnerEntity,
  wanted: OwnerSettings,
): boolean {
  return !isDeepStrictEqual({ ...current }, wanted);
}
