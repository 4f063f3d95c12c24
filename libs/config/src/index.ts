export { ConfigModule } from './config.module.js';
export { CONFIG } from './config.token.js';
export { requireDatabaseUrl } from './require-database-url.js';
export type { ChannelConfig, Config, ModelConfig, OwnerConfig, Price, TokenConfig } from './config.js';
export { type CheckedConfigFile, checkConfigFile } from './file/check-config-file.js';
export { type ConfigAdditions, composeConfigFile } from './file/compose-config-file.js';
export { CONFIG_EXIT_CODE, ConfigError } from './config-error.js';
export { readEnvironment } from './environment/read-environment.js';
export { readSecretKeyFile } from './environment/secret-key.js';
export { loadConfig } from './load-config.js';
export { BUDGET_PERIODS } from './file/budget-periods.js';
export { HTTP_URL, isHttpUrl } from './text/http-url.js';
export {
  MODEL_ID,
  MODEL_NAME,
  MODEL_PATTERN,
  isModelId,
  isModelName,
  isModelPattern,
} from './text/model-name.js';
export { NETWORK, parseNetwork } from './text/network.js';
export { PIXEL_SIZE, type PixelSize, parsePixelSize } from './text/pixel-size.js';
export { isPrintableLine } from './text/printable.js';
export { WEBHOOK_SECRET, isWebhookSecret } from './text/webhook-secret.js';
export { DEFAULT_TIMEOUTS, FORMAT_IDS } from './file/channel-schema.js';
export { Problem as EntryProblem } from './file/problem.js';
export { readChannelEntry, readModelEntry } from './file/read-entry.js';
export { CAPABILITIES } from './capabilities.js';
export {
  MAX_VIDEO_SECONDS,
  MODERATION_ACTIONS,
  MAX_CHOICES,
  MAX_OUTPUT_TOKENS,
  REDACTED_KINDS,
} from './file/policy-bounds.js';
export { MAX_QUOTA } from './file/quotas-schema.js';
export { MAX_MEMBER_TOKENS } from './file/member-bounds.js';
export { MAX_RETENTION_DAYS } from './file/retention.js';
export { PublicUrl } from './public-url.js';
