import { GatewayError } from '#canonical';
import { type ResolvedSetting, type SettingKey } from '#settings';
import { type SettingsInput } from './settings.dto.js';

export interface SettingChange {
  key: SettingKey;
  /** Null where what is usual is to count again. */
  value: ResolvedSetting['value'] | null;
}

/** `retention_days` in `usage` is `usage.retention_days`. */
export function changesIn(input: SettingsInput): SettingChange[] {
  return Object.entries(input).flatMap(([section, settings]) =>
    Object.entries((settings ?? {}) as Record<string, SettingChange['value'] | undefined>)
      .map(([name, value]) => ({ key: `${section}.${name}` as SettingKey, value }))
      .filter(isGiven),
  );
}

/** What the file says counts, so nothing else can be set. */
export function refuseFileSettings(
  changes: readonly SettingChange[],
  settings: readonly ResolvedSetting[],
  path: string | undefined,
): void {
  const inFile = new Set(settings.filter(({ source }) => source === 'file').map(({ key }) => key));
  const refused = changes.find(({ key }) => inFile.has(key));
  if (refused === undefined) return;
  throw new GatewayError(
    'wrong-state',
    `"${refused.key}" is set in the config file (${path ?? ''}) and can only be changed there.`,
    { param: refused.key, code: 'read_only' },
  );
}

function isGiven(change: { key: SettingKey; value: unknown }): change is SettingChange {
  return change.value !== undefined;
}
