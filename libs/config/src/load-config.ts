import { ConfigError } from './config-error.js';
import { type Config, deepFreeze } from './config.js';
import { readSecretKeys } from './environment/secret-key.js';
import {
  readAdminSettings,
  readHttpSettings,
  readLogLevel,
  readMachineIdentityHosts,
  readMaxDisablePercent,
  readPrivateNetworks,
  readProviderKeys,
  readStorageSettings,
  readStoresUpstreamErrors,
  readUpstreamHttp2,
} from './environment/settings.js';
import { readTracingSettings, readWorkerPort } from './environment/telemetry.js';
import { Variables } from './environment/variables.js';
import { hashEntries, hashSections } from './file/config-entries.js';
import { parseConfigFile } from './file/config-file.js';
import { readConfigFile } from './file/read-config-file.js';
import { type KnownProvider } from './known-provider.js';

/** Loads and validates the environment and the config file. Throws a ConfigError with the first mistake. */
export function loadConfig(
  environment: NodeJS.ProcessEnv,
  workingDirectory: string,
  providers: readonly KnownProvider[],
): Config {
  const variables = new Variables(environment);
  const settings = readSettings(variables, workingDirectory);
  const file = readConfigFile(variables.text('MODELGATE_CONFIG'), workingDirectory);
  const providerKeys = readProviderKeys(variables, providers);
  const parsed = file && parseConfigFile(file, environment, providers);

  return deepFreeze({
    ...settings,
    providerKeys,
    file: file && parsed && { path: file.path, ...parsed.settings },
    fileHash: parsed && hashEntries(parsed.source),
    sectionsHash: parsed && hashSections(parsed.source, parsed.prices),
    prices: parsed?.prices ?? {},
  });
}

function readSettings(variables: Variables, workingDirectory: string) {
  const storage = readStorageSettings(variables, workingDirectory);
  const keys = readSecretKeys(variables, workingDirectory);
  if (storage.database.kind === 'url' && keys.secretKey === undefined) {
    throw new ConfigError(
      'MODELGATE_SECRET_KEY: is missing: it is required when DATABASE_URL is set, as 32 bytes in base64',
    );
  }
  return {
    http: readHttpSettings(variables),
    ...storage,
    allowedPrivateNetworks: readPrivateNetworks(variables),
    machineIdentityHosts: readMachineIdentityHosts(variables),
    usesUpstreamHttp2: readUpstreamHttp2(variables),
    storesUpstreamErrors: readStoresUpstreamErrors(variables),
    logLevel: readLogLevel(variables),
    workerPort: readWorkerPort(variables),
    tracing: readTracingSettings(variables),
    admin: readAdminSettings(variables),
    maxDisablePercent: readMaxDisablePercent(variables),
    ...keys,
  };
}
