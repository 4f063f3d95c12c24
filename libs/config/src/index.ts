export type { ChannelConfig, Config, ModelConfig, OwnerConfig, Price, TokenConfig } from './config.js';
export { CONFIG_EXIT_CODE, ConfigError } from './config-error.js';
export { readEnvironment } from './environment/read-environment.js';
export { loadConfig } from './load-config.js';
export { FORMAT_IDS } from './file/channel-schema.js';
export { PROVIDER_IDS } from './provider-ids.js';
