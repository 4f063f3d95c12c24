import { CHANNEL_FORMATS } from '#declarations';
import { z } from 'zod';
import type { KnownProvider } from '../known-provider.js';
import { authSchema } from './auth-schema.js';
import { boundedMap } from './bounded.js';
import { Problem } from './problem.js';
import { addRuleIssue, exclude } from './rules.js';
import { DEFAULT_TIMEOUTS, channelTimeouts } from './timeouts-schema.js';
import * as values from './values.js';

const channelModel = z.union(
  [
    values.modelPattern,
    values.mapOf('a map of id and upstream', {
      id: values.modelId,
      upstream: values.upstreamModel.optional(),
    }),
  ],
  'a model id, or a map of id and upstream',
);

/** Headers of one connection or one body: the HTTP client sets or rejects them. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** More than any provider has. */
const MAX_MODELS = 10_000;

const HEADER_NAME = 'a header name that a channel may set';
const HEADER_VALUE = 'a header value (text on one line)';

const headers = boundedMap(
  z.record(
    z
      .string(HEADER_NAME)
      .regex(/^[\w!#$%&'*+.^`|~-]{1,128}$/, HEADER_NAME)
      .refine((header) => !CONNECTION_HEADERS.has(header.toLowerCase()), HEADER_NAME),
    z.string(HEADER_VALUE).regex(/^[\t\x20-\x7e\x80-\xff]{0,8192}$/, HEADER_VALUE),
    'a map of header names and values',
  ),
);

const channelKeys = {
  name: values.name,
  baseUrl: values.baseUrl.optional(),
  apiKey: values.credential.optional(),
  apiKeys: values.listOf('keys', values.credential).optional(),
  models: values.listOf('models', channelModel, MAX_MODELS),
  priority: values.whole(-1_000_000, 1_000_000).default(0),
  weight: values.whole(1, 1_000_000).default(1),
  enabled: values.flag.default(true),
  formats: values.listOf('formats', values.oneOf('a format', CHANNEL_FORMATS)).optional(),
  headers: headers.optional(),
  apiVersion: values.name.optional(),
  region: values.cloudRegion.optional(),
  project: values.cloudProject.optional(),
  location: values.cloudRegion.optional(),
  auth: authSchema.optional(),
  maxConcurrency: values.whole(1, 1_000_000).optional(),
  maxConnections: values.whole(1, 1_000_000).optional(),
  promptCaching: values.flag.optional(),
  repair: values.flag.optional(),
  believeUpstreamCost: values.flag.optional(),
  timeouts: channelTimeouts.default(DEFAULT_TIMEOUTS),
};

function buildChannelMap(providers: readonly KnownProvider[]) {
  const { name, ...others } = channelKeys;
  const provider = values.oneOf(
    'a provider',
    providers.map(({ id }) => id),
  );
  return values.mapOf('a map that describes a channel', { name, provider, ...others });
}

type ParsedChannel = z.output<ReturnType<typeof buildChannelMap>>;

/** Settings that only some providers have, by the name of the field in the admin API. */
const PROVIDER_KEYS = {
  base_url: 'baseUrl',
  api_version: 'apiVersion',
  region: 'region',
  project: 'project',
  location: 'location',
  auth: 'auth',
} as const;

/** A problem for each setting that the provider of an entry requires and the entry does not have. */
export function findMissingKeys(entry: object, providers: readonly KnownProvider[]): Problem[] {
  const given = entry as Readonly<Record<string, unknown>>;
  const provider = providers.find(({ id }) => id === given['provider']);
  return Object.entries(PROVIDER_KEYS).flatMap(([field, key]) => {
    const isRequired = provider?.fields.some(({ name, required }) => name === field && required) ?? false;
    return isRequired && given[key] === undefined
      ? [new Problem([key], describeMissingKey(provider?.id))]
      : [];
  });
}

function describeMissingKey(provider = ''): string {
  return `is missing: it is required for provider ${provider}`;
}

/** A channel must have the settings that its provider requires, and none that only other providers support. */
function checkProviderKeys(providers: readonly KnownProvider[]) {
  return (channel: ParsedChannel, context: z.RefinementCtx): void => {
    const provider = providers.find(({ id }) => id === channel.provider);
    for (const [field, key] of Object.entries(PROVIDER_KEYS)) {
      const own = provider?.fields.find(({ name }) => name === field);
      if (channel[key] === undefined) {
        if (own?.required) addRuleIssue(context, [key], describeMissingKey(channel.provider));
        // Every provider supports another base URL.
      } else if (own === undefined && key !== 'baseUrl') {
        addRuleIssue(context, [key], `is supported only for provider ${listProvidersWith(field, providers)}`);
      }
    }
    checkAuthType(channel, provider, context);
  };
}

function listProvidersWith(field: string, providers: readonly KnownProvider[]): string {
  const having = providers.filter(({ fields }) => fields.some(({ name }) => name === field));
  return having.map(({ id }) => id).join(', ');
}

function checkAuthType(
  { auth, provider: id }: ParsedChannel,
  provider: KnownProvider | undefined,
  context: z.RefinementCtx,
): void {
  const taken = provider?.fields.find(({ name }) => name === 'auth')?.authType;
  if (auth === undefined || taken === undefined || taken === auth.type) return;
  addRuleIssue(context, ['auth', 'type'], `provider ${id} supports ${taken}`);
}

function checkModelIds({ models }: ParsedChannel, context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [position, model] of models.entries()) {
    const id = typeof model === 'string' ? model : model.id;
    if (seen.has(id)) addRuleIssue(context, ['models', position], 'is a duplicate model id in this channel');
    seen.add(id);
  }
}

function normalise({ apiKey, apiKeys, models, ...rest }: ParsedChannel) {
  return {
    ...rest,
    apiKeys: apiKeys ?? (apiKey === undefined ? [] : [apiKey]),
    models: models.map((model) =>
      typeof model === 'string'
        ? { id: model, upstream: model }
        : { id: model.id, upstream: model.upstream ?? model.id },
    ),
  };
}

export function channelSchema(providers: readonly KnownProvider[]) {
  return buildChannelMap(providers)
    .superRefine(exclude('apiKey', 'apiKeys'))
    .superRefine(exclude('apiKey', 'auth'))
    .superRefine(exclude('apiKeys', 'auth'))
    .superRefine(checkProviderKeys(providers))
    .superRefine(checkModelIds)
    .transform(normalise);
}
