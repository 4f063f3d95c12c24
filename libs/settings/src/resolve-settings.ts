import { type Config } from '#config';
import { SETTINGS, SETTING_KEYS } from './settings.js';
import { type StoredSetting } from './setting.repository.js';
import { type SettingKey, type SettingValues } from './setting-values.js';

/** Who has said it: nobody, the config file, or somebody in the console. */
export type SettingSource = 'default' | 'file' | 'console';

export interface ResolvedSetting {
  key: SettingKey;
  value: SettingValues[SettingKey];
  source: SettingSource;
  /** When somebody in the console has. */
  updatedAt?: Date;
}

/** Every setting. What the file says counts, whatever is stored; what is stored counts where the file says nothing. */
export function resolveSettings(file: Config['file'], stored: readonly StoredSetting[]): ResolvedSetting[] {
  const storedByKey = new Map(stored.map((setting) => [setting.key, setting]));
  return SETTING_KEYS.map((key) => {
    const { usual, inFile } = SETTINGS[key];
    const fromFile = file && inFile(file);
    if (fromFile !== undefined) return { key, value: fromFile, source: 'file' };
    const row = storedByKey.get(key);
    if (row === undefined) return { key, value: usual, source: 'default' };
    return {
      key,
      value: row.value as ResolvedSetting['value'],
      source: 'console',
      updatedAt: row.updatedAt,
    };
  });
}

export function toValues(settings: readonly ResolvedSetting[]): SettingValues {
  return Object.fromEntries(settings.map(({ key, value }) => [key, value])) as unknown as SettingValues;
}
