import { type ResolvedSetting, resolveSettings } from '#settings';
import { type SettingsInput, type SettingsView } from './settings.dto.js';

export function viewSettings(settings: readonly ResolvedSetting[], path: string | undefined): SettingsView {
  return {
    values: nest(settings),
    defaults: nest(resolveSettings(undefined, [])),
    sources: settings.map(({ key, source, updatedAt }) => ({
      key,
      source,
      editable: source !== 'file',
      updated_at: updatedAt?.toISOString() ?? null,
    })),
    config_file: path ?? null,
  };
}

/** `usage.retention_days` is `retention_days` in `usage`. */
function nest(settings: readonly ResolvedSetting[]): SettingsInput {
  const sections: Record<string, Record<string, unknown>> = {};
  for (const { key, value } of settings) {
    const [section = '', name = ''] = key.split('.');
    sections[section] = { ...sections[section], [name]: value };
  }
  return sections;
}
