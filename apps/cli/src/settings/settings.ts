import { type SettingsView } from '#admin';

export const SETTINGS = '/api/settings';

export interface Setting {
  /** `usage.retention_days` */
  key: string;
  value: unknown;
  source: string;
}

export function listSettings({ values, sources }: SettingsView): Setting[] {
  const sections = values as Record<string, Record<string, unknown> | undefined>;
  return sources.map(({ key, source }) => {
    const [section = '', name = ''] = key.split('.');
    return { key, source, value: sections[section]?.[name] ?? null };
  });
}
