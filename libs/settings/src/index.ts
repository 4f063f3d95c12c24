export { DeclaredStates } from './declared-states.js';
export { ConfigSectionRepository } from './config-section.repository.js';
export { type ConfigGeneration, ConfigGenerationRepository } from './config-generation.repository.js';
export {
  type ConfigOverride,
  ConfigOverrideRepository,
  type EntryChange,
} from './config-override.repository.js';
export { toFileSection, writeToFile } from './file-settings.js';
export { LiveSettings } from './live-settings.js';
export { memberLimits } from './member-settings.js';
export { quotaSettings } from './quota-settings.js';
export { type ResolvedSetting, type SettingSource, resolveSettings } from './resolve-settings.js';
export { SettingRepository } from './setting.repository.js';
export { storeSettings } from './store-settings.js';
export { type SettingKey, type SettingValues } from './setting-values.js';
export { SettingsModule } from './settings.module.js';
