export { CONFIG, ConfigModule, PublicUrl } from './config.module.js';
export {
  type ChannelConfig,
  type Config,
  type ModelConfig,
  type OwnerConfig,
  type Price,
  type TokenConfig,
  requireDatabaseUrl,
  requireDirectDatabaseUrl,
} from './config.js';
export { type CheckedConfigFile, checkConfigFile } from './file/config-file.js';
export { composeConfigFile } from './file/compose-config-file.js';
export { type ConfigAdditions } from './file/insert-into-yaml.js';
export { readConfigEntries } from './file/config-entries.js';
export { CONFIG_EXIT_CODE, ConfigError } from './config-error.js';
export { describeDatabaseFault, isDatabaseAway } from './environment/database-fault.js';
export { findUnsupportedRedis } from './environment/redis-identity.js';
export { readVariable } from './environment/read-variable.js';
export { readEnvironment } from './environment/variables.js';
export { readSecretKeyFile } from './environment/secret-key.js';
export { loadConfig } from './load-config.js';
export { MAX_BUDGET_COUNT } from './file/budget-schema.js';
export { MAX_CONTENT_DAYS } from './file/limits-schema.js';
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
export {
  MODERATION_ACTIONS,
  PIXEL_SIZE,
  type PixelSize,
  REDACTED_KINDS,
  parsePixelSize,
} from './file/policies-schema.js';
export { PUBLIC_KEY, readPublicKey } from './text/public-key.js';
export { isPrintableLine } from './text/printable.js';
export { WEBHOOK_SECRET, isWebhookSecret } from './text/credential.js';
export { DEFAULT_TIMEOUTS } from './file/timeouts-schema.js';
export { Problem as EntryProblem } from './file/problem.js';
export { listChannelProblems, readChannelEntry, readModelEntry } from './file/read-entry.js';
export { CAPABILITIES, priceSchema } from './file/model-schema.js';
export { MODEL_PARAMETERS, limitsSchema, parametersSchema, reasoningSchema } from './file/facts-schema.js';
