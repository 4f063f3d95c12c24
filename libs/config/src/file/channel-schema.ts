import { z } from 'zod';
import type { KnownProvider } from '../known-provider.js';
import { addRuleIssue, exclude } from './rules.js';
import { DEFAULT_TIMEOUTS, channelTimeouts } from './timeouts-schema.js';
import * as values from './values.js';

export const FORMAT_IDS = [
  'openai-chat',
  'openai-completions',
  'openai-responses',
  'anthropic-messages',
  'gemini-generate-content',
  'openai-embeddings',
  'gemini-embed-content',
  'gemini-batch-embed-contents',
  'cohere-embeddings',
  'jina-embeddings',
  'openai-images',
  'gemini-image',
  'gemini-imagen',
  'openai-image-edits',
  'openai-speech',
  'gemini-speech',
  'openai-transcriptions',
  'gemini-transcription',
  'openai-audio-translations',
  'jina-rerank',
  'cohere-rerank',
  'openai-moderations',
  'chat-judge',
  'openai-realtime',
  'openai-realtime-beta',
] as const;

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

/** Headers that describe one connection or one body: the HTTP client sets them, or refuses them. */
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

const HEADER_NAME = 'a header name that a channel may set';
const HEADER_VALUE = 'a header value (text on one line)';

const headers = z.record(
  z
    .string(HEADER_NAME)
    .regex(/^[\w!#$%&'*+.^`|~-]{1,128}$/, HEADER_NAME)
    .refine((header) => !CONNECTION_HEADERS.has(header.toLowerCase()), HEADER_NAME),
  z.string(HEADER_VALUE).regex(/^[\t\x20-\x7e\x80-\xff]{0,8192}$/, HEADER_VALUE),
  'a map of header names and values',
);

const channelKeys = {
  name: values.name,
  baseUrl: values.baseUrl.optional(),
  apiKey: values.credential.optional(),
  apiKeys: values.listOf('keys', values.credential).optional(),
  models: values.listOf('models', channelModel),
  priority: values.whole(-1_000_000, 1_000_000).default(0),
  weight: values.whole(1, 1_000_000).default(1),
  enabled: values.flag.default(true),
  formats: values.listOf('formats', values.oneOf('a format', FORMAT_IDS)).optional(),
  headers: headers.optional(),
  apiVersion: values.name.optional(),
  maxConcurrency: values.whole(1, 1_000_000).optional(),
  maxConnections: values.whole(1, 1_000_000).optional(),
  promptCaching: values.flag.optional(),
  repair: values.flag.optional(),
  believeUpstreamCost: values.flag.optional(),
  timeouts: channelTimeouts.default(DEFAULT_TIMEOUTS),
};

function describedChannel(providers: readonly KnownProvider[]) {
  const { name, ...others } = channelKeys;
  const provider = values.oneOf(
    'a provider',
    providers.map(({ id }) => id),
  );
  return values.mapOf('a map that describes a channel', { name, provider, ...others });
}

type ParsedChannel = z.output<ReturnType<typeof describedChannel>>;

/** A channel has the settings that its provider asks for, and none that only others ask for. */
function checkProviderKeys(providers: readonly KnownProvider[]) {
  return ({ provider: id, baseUrl, apiVersion }: ParsedChannel, context: z.RefinementCtx): void => {
    const provider = providers.find((one) => one.id === id);
    if (
      baseUrl === undefined &&
      provider?.fields.some(({ name, required }) => name === 'base_url' && required)
    ) {
      addRuleIssue(context, ['baseUrl'], `is missing: provider ${id} needs one`);
    }
    const versioned = providers.filter(({ fields }) => fields.some(({ name }) => name === 'api_version'));
    if (apiVersion !== undefined && !versioned.some((one) => one.id === id)) {
      const ids = versioned.map((one) => one.id).join(', ');
      addRuleIssue(context, ['apiVersion'], `is for provider ${ids} only`);
    }
  };
}

function checkModelIds({ models }: ParsedChannel, context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [position, model] of models.entries()) {
    const id = typeof model === 'string' ? model : model.id;
    if (seen.has(id))
      addRuleIssue(context, ['models', position], 'is a model id that this channel has already');
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
  return describedChannel(providers)
    .superRefine(exclude('apiKey', 'apiKeys'))
    .superRefine(checkProviderKeys(providers))
    .superRefine(checkModelIds)
    .transform(normalise);
}
