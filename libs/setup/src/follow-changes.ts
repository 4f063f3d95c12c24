import { type OwnerDirectory, type TokenDirectory } from '#access';
import { type Catalog, type SharedHealth } from '#catalog';
import { type ChangeFeed } from '#database';
import { type LiveSettings } from '#settings';

export interface HeldInMemory {
  tokens?: Pick<TokenDirectory, 'refresh' | 'reload'>;
  owners: Pick<OwnerDirectory, 'reload'>;
  catalog: Pick<Catalog, 'refresh' | 'reload'>;
  sharedHealth: Pick<SharedHealth, 'onChange' | 'reload'>;
  settings: Pick<LiveSettings, 'reload'>;
}

/** Keeps what is held in memory as it is in the database. */
export function followChanges({
  tokens,
  owners,
  catalog,
  sharedHealth,
  settings,
}: HeldInMemory): Parameters<ChangeFeed['start']>[0] {
  const refresh: Record<string, (id: string) => Promise<void>> = {
    tokens: async (id) => tokens?.refresh(id),
    owners: () => owners.reload(),
    users: () => owners.reload(),
    channels: () => catalog.refresh(),
    models: () => catalog.refresh(),
    channel_states: (id) => sharedHealth.onChange(id),
    settings: () => settings.reload(),
  };
  return {
    onChange: async (table, id) => refresh[table]?.(id),
    onGap: async () => {
      await Promise.all([
        tokens?.reload(),
        owners.reload(),
        catalog.reload(),
        sharedHealth.reload(),
        settings.reload(),
      ]);
    },
  };
}
