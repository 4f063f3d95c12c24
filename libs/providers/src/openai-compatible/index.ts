import { type FormatId, type FormatOf } from '#wire';
import { buildServerAdvice } from '../advice.js';
import { buildBearerHeader, joinUrl } from '../base-url.js';
import { apiKeysField, baseUrlField } from '../channel-fields.js';
import { type ModelListing, isJsonMap, findNames } from '../model-listing.js';
import { type ImageResponseFormat, type Provider, type Spoken } from '../provider.js';
import { openAiVideo } from './video.js';

export { openAiVideo };

/** The path of each format below the base URL of an OpenAI-style server. */
export const OPENAI_PATHS: Partial<Record<FormatId, string>> = {
  'openai-chat': '/chat/completions',
  'openai-responses': '/responses',
  'openai-completions': '/completions',
  'openai-embeddings': '/embeddings',
  'openai-images': '/images/generations',
  'openai-image-edits': '/images/edits',
  'openai-speech': '/audio/speech',
  'openai-transcriptions': '/audio/transcriptions',
  'openai-audio-translations': '/audio/translations',
  'openai-moderations': '/moderations',
  'jina-rerank': '/rerank',
  'openai-realtime': '/realtime',
  'openai-realtime-beta': '/realtime',
};

/** The operations of OpenAI's own API other than chat. */
export const OPENAI_MEDIA = {
  embeddings: ['openai-embeddings'],
  'image-generation': ['openai-images'],
  'image-edit': ['openai-image-edits'],
  speech: ['openai-speech'],
  transcription: ['openai-transcriptions'],
  'audio-translation': ['openai-audio-translations'],
  moderation: ['openai-moderations'],
} as const satisfies Spoken;

/** Of OpenAI's own image models only the oldest support the parameter, and return URLs by default. */
export function openAiImageResponseFormat(upstreamModel: string): ImageResponseFormat {
  return upstreamModel.startsWith('dall-e-') ? 'always' : 'never';
}

export interface OpenAiStyle {
  speaks: Spoken;
  /** Builds the base URL from that of the channel, if it has one. */
  base: (baseUrl: string | undefined) => string;
}

/** The common members of OpenAI-style providers. */
export function openAiStyle({
  speaks,
  base,
}: OpenAiStyle): Pick<Provider, 'speaks' | 'endpoint' | 'authorize'> {
  return {
    speaks,
    endpoint(format, { baseUrl, upstreamModel }) {
      const url = joinUrl(base(baseUrl), OPENAI_PATHS[format] ?? '');
      if (isRealtime(format)) url.searchParams.set('model', upstreamModel);
      return url;
    },
    authorize: buildBearerHeader,
  };
}

export function isRealtime(format: FormatId): format is FormatOf<'realtime'> {
  return format === 'openai-realtime' || format === 'openai-realtime-beta';
}

/** Lists all models at once, at `/models`. Some servers of this style return the bare array. */
export function openAiModelListing(base: OpenAiStyle['base']): ModelListing {
  return {
    page: ({ baseUrl }) => joinUrl(base(baseUrl), '/models'),
    read(body) {
      const ids = findNames(isJsonMap(body) ? (body['data'] ?? body['models']) : body, 'id', 'name');
      return ids && { ids };
    },
  };
}

/** Any server with the OpenAI format. The channel has its base URL. */
export const openAiCompatible: Provider = {
  id: 'openai-compatible',
  label: 'OpenAI-compatible server',
  advice: buildServerAdvice({
    start: 'Check the host and port of base_url, and that the server is running.',
    add: 'Check the name of the model on the server. Some servers use the path or file that they were started with.',
  }),
  fields: [
    baseUrlField({
      help: 'The base URL that clients of this server use, such as https://models.example.com/v1.',
    }),
    apiKeysField({ required: false }),
  ],
  ...openAiStyle({
    speaks: { chat: ['openai-chat', 'openai-completions'], ...OPENAI_MEDIA, rerank: ['jina-rerank'] },
    base: requireBaseUrl,
  }),
  listModels: openAiModelListing(requireBaseUrl),
  video: openAiVideo({ base: requireBaseUrl, isExtended: true }),
};

function requireBaseUrl(baseUrl: string | undefined): string {
  if (baseUrl === undefined) throw new Error('an openai-compatible channel requires a base URL');
  return baseUrl;
}
