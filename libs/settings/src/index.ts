export { ConfigSectionRepository } from './config-section.repository.js';
export { type ConfigGeneration, ConfigGenerationRepository } from './config-generation.repository.js';
export {
  type ConfigOverride,
  ConfigOverrideRepository,
  DeclaredStates,
} from './config-override.repository.js';
export { LiveSettings } from './live-settings.js';
export { memberLimits } from './member-settings.js';
export { policySettings } from './policy-settings.js';
export { quotaSettings } from './quota-settings.js';
export { type ResolvedSetting, type SettingSource, resolveSettings } from './resolve-settings.js';
export { SettingRepository } from './setting.repository.js';
export { SETTING_KEYS } from './settings.js';
export { storeSettings } from './store-settings.js';
export { type SettingKey } from './setting-values.js';
export { SettingsModule } from './settings.module.js';
