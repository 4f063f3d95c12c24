import { type SettingValues } from './setting-values.js';

/** Whether and how long responses are stored. */
export function storeSettings(values: SettingValues): { isEnabled: boolean; retentionDays: number } {
  return { isEnabled: values['responses.store'], retentionDays: values['responses.retention_days'] };
}
