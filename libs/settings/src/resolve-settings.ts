import { type Config } from '#config';
import { LISTED_SETTINGS } from '#declarations';
import { readFromFile } from './file-settings.js';
import { type StoredSetting } from './setting.repository.js';
import { type SettingKey, type SettingValues } from './setting-values.js';

/** Where the value of a setting comes from. */
export type SettingSource = 'default' | 'file' | 'console';

export interface ResolvedSetting {
  key: SettingKey;
  value: SettingValues[SettingKey];
  source: SettingSource;
  /** Only if the source is the console. */
  updatedAt?: Date;
}

/** All settings. The config file has precedence over stored values, and stored values over the defaults. */
export function resolveSettings(file: Config['file'], stored: readonly StoredSetting[]): ResolvedSetting[] {
  const storedByKey = new Map(stored.map((setting) => [setting.key, setting]));
  return LISTED_SETTINGS.map(({ key, setting: { defaultValue } }) => {
    const fromFile = file && readFromFile(key, file);
    if (fromFile !== undefined) return { key, value: fromFile as ResolvedSetting['value'], source: 'file' };
    const row = storedByKey.get(key);
    if (row === undefined) return { key, value: defaultValue, source: 'default' };
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
