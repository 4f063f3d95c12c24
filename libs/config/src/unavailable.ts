import type { FileSource } from './file/file-schema.js';
import type { KnownProvider } from './known-provider.js';

/** What this version can do. Every other setting is checked all the same, and then listed as unavailable. */
const AVAILABLE: Record<
  'variables' | 'sections' | 'channels' | 'tokens' | 'models' | 'media',
  readonly string[]
> = {
  variables: [
    'PORT',
    'HOST',
    'PUBLIC_URL',
    'DATABASE_URL',
    'REDIS_URL',
    'TRUST_PROXY',
    'MODELGATE_DATA_DIR',
    'MODELGATE_CONFIG',
    'MODELGATE_SECRET_KEY',
    'MODELGATE_SECRET_KEY_FILE',
    'MODELGATE_ADMIN_EMAIL',
    'MODELGATE_ADMIN_PASSWORD',
    'MODELGATE_ALLOWED_HOSTS',
    'MODELGATE_API_PROCESSES',
    'MODELGATE_METRICS_TOKEN',
    'MODELGATE_MAX_JSON_MB',
    'MODELGATE_ALLOWED_PRIVATE_NETWORKS',
    'MODELGATE_MAX_UPLOAD_MB',
    'MODELGATE_UPSTREAM_HTTP2',
    'MODELGATE_WORKER_PORT',
    'OTEL_BSP_SCHEDULE_DELAY',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_SERVICE_NAME',
    'OTEL_TRACES_SAMPLER',
    'OTEL_TRACES_SAMPLER_ARG',
  ],
  sections: [
    'channels',
    'tokens',
    'owners',
    'members',
    'models',
    'modelUpdates',
    'pricesFile',
    'realtime',
    'responses',
    'media',
    'usage',
    'quotas',
    'policies',
    'budgets',
    'sandbox',
  ],
  channels: [
    'name',
    'provider',
    'baseUrl',
    'apiKey',
    'apiKeys',
    'models',
    'priority',
    'weight',
    'enabled',
    'formats',
    'headers',
    'apiVersion',
    'region',
    'project',
    'location',
    'auth',
    'maxConcurrency',
    'maxConnections',
    'promptCaching',
    'repair',
    'believeUpstreamCost',
    'timeouts',
  ],
  tokens: [
    'name',
    'key',
    'owner',
    'models',
    'rpm',
    'tpm',
    'concurrency',
    'requestsPerDay',
    'budgetUsd',
    'budget',
    'expiresAt',
    'allowedIps',
    'webhook',
    'cacheTtlSeconds',
    'storeContent',
  ],
  models: [
    'id',
    'price',
    'knownAs',
    'limits',
    'parameters',
    'reasoning',
    'fallbacks',
    'capabilities',
    'strategy',
    'hedgeMs',
    'timeouts',
    'deadlineMinutes',
    'realtime',
  ],
  media: ['store', 'retentionDays', 's3'],
};

/** The names of what is used here and does not exist in this version, sorted. */
export function listUnavailable(
  variables: readonly string[],
  providers: readonly KnownProvider[],
  file: FileSource = {},
): string[] {
  const keyVariables = new Set(providers.map(({ apiKeyVariable }) => apiKeyVariable));
  const names = [
    ...missing('variables', variables).filter((name) => !keyVariables.has(name)),
    ...missing('sections', Object.keys(file)),
    ...missingKeys('channels', file.channels),
    ...missingKeys('tokens', file.tokens),
    ...missingKeys('models', file.models),
    ...missing('media', Object.keys(file.media ?? {})).map((key) => `media.${key}`),
  ];
  return [...new Set(names)].toSorted();
}

function missingKeys(list: 'channels' | 'tokens' | 'models', entries: readonly object[] = []): string[] {
  return missing(list, entries.flatMap(Object.keys)).map((key) => `${list}[].${key}`);
}

function missing(area: keyof typeof AVAILABLE, used: readonly string[]): string[] {
  return used.filter((name) => !AVAILABLE[area].includes(name));
}
