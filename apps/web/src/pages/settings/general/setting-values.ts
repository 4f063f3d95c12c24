import { type Schema } from '../../../api/client.js';
import { type SettingKey } from './setting-catalog.js';

export type SettingValues = Schema<'SettingsInput'>;
export type SettingValue = string | number | boolean | object | null;

/** Reads a setting by its key. The key `usage.retention_days` is the property `retention_days` of `usage`. */
export function getValue(values: SettingValues, key: SettingKey): SettingValue {
  const [section = '', name = ''] = key.split('.');
  const sections = values as Readonly<Record<string, Readonly<Record<string, SettingValue>> | undefined>>;
  return sections[section]?.[name] ?? null;
}

/** Returns only these settings, in the format of the API. */
export function pick(values: SettingValues, keys: readonly SettingKey[]): SettingValues {
  return nest(keys.map((key) => [key, getValue(values, key)]));
}

/** The keys of the settings that differ. */
export function changedKeys(
  before: SettingValues,
  after: SettingValues,
  keys: readonly SettingKey[],
): SettingKey[] {
  return keys.filter((key) => JSON.stringify(getValue(before, key)) !== JSON.stringify(getValue(after, key)));
}

/** Returns these settings, with null values replaced by the defaults. */
export function withDefaults(
  values: SettingValues,
  defaults: SettingValues,
  keys: readonly SettingKey[],
): SettingValues {
  return nest(keys.map((key) => [key, getValue(values, key) ?? getValue(defaults, key)]));
}

function nest(entries: readonly (readonly [SettingKey, SettingValue])[]): SettingValues {
  const sections: Record<string, Record<string, SettingValue>> = {};
  for (const [key, value] of entries) {
    const [section = '', name = ''] = key.split('.');
    sections[section] = { ...sections[section], [name]: value };
  }
  return sections;
}
