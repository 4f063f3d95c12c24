import { type ConfigAdditions } from '#config';
import { type ResolvedSetting, writeToFile } from '#settings';

/**
 * The settings of the console, in the form of the config file. A section of the file declares all of its settings, so the
 * other settings of each section are included with their current values.
 */
export function buildSettingEntries(settings: readonly ResolvedSetting[]): ConfigAdditions['settings'] {
  const sections = new Set(
    settings.filter(({ source }) => source === 'console').map(({ key }) => key.split('.')[0]),
  );
  return settings.flatMap(({ key, value, source }) =>
    source !== 'file' && value !== null && sections.has(key.split('.')[0]) ? writeToFile(key, value) : [],
  );
}
