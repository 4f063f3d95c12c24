import { type FormatId, type FormatOf } from '#wire';
import { ownServerAdvice } from '../advice.js';
import { bearer, below } from '../base-url.js';
import { apiKeysField, baseUrlField } from '../channel-fields.js';
import { type ModelListing, isJsonMap, namesIn } from '../model-listing.js';
import { type ImageResponseFormat, type Provider, type Spoken } from '../provider.js';
import { openAiVideo } from './video.js';

export { openAiVideo };

/** Where a server in the OpenAI style takes each format, below its base address. */
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

/** Everything but conversations that OpenAI's own API has. */
export const OPENAI_MEDIA = {
  embeddings: ['openai-embeddings'],
  'image-generation': ['openai-images'],
  'image-edit': ['openai-image-edits'],
  speech: ['openai-speech'],
  transcription: ['openai-transcriptions'],
  'audio-translation': ['openai-audio-translations'],
  moderation: ['openai-moderations'],
} as const satisfies Spoken;

/** Of OpenAI's own image models only the oldest give the choice, and answer with links unless told otherwise. */
export function openAiImageResponseFormat(upstreamModel: string): ImageResponseFormat {
  return upstreamModel.startsWith('dall-e-') ? 'always' : 'never';
}

export interface OpenAiStyle {
  speaks: Spoken;
  /** The base address, from the channel's where it has one. */
  base: (baseUrl: string | undefined) => string;
}

/** What every server in the OpenAI style has in common. */
export function openAiStyle({
  speaks,
  base,
}: OpenAiStyle): Pick<Provider, 'speaks' | 'endpoint' | 'authorize'> {
  return {
    speaks,
    endpoint(format, { baseUrl, upstreamModel }) {
      const url = below(base(baseUrl), OPENAI_PATHS[format] ?? '');
      if (isRealtime(format)) url.searchParams.set('model', upstreamModel);
      return url;
    },
    authorize: bearer,
  };
}

export function isRealtime(format: FormatId): format is FormatOf<'realtime'> {
  return format === 'openai-realtime' || format === 'openai-realtime-beta';
}

/** All at once, at `/models`. Some servers of this style leave the wrapping away. */
export function openAiModelListing(base: OpenAiStyle['base']): ModelListing {
  return {
    page: ({ baseUrl }) => below(base(baseUrl), '/models'),
    read(body) {
      const ids = namesIn(isJsonMap(body) ? (body['data'] ?? body['models']) : body, 'id', 'name');
      return ids && { ids };
    },
  };
}

/** Any server that speaks the OpenAI format; its address is the channel's. */
export const openAiCompatible: Provider = {
  id: 'openai-compatible',
  label: 'OpenAI-compatible server',
  advice: ownServerAdvice({
    start: 'Check the host and the port of base_url, and that the server is running.',
    add: 'Check how the server calls the model. Some call what they serve by the path or the file that they were started with.',
  }),
  fields: [
    baseUrlField({ help: 'What its clients take as base URL, such as https://models.example.com/v1.' }),
    apiKeysField({ required: false }),
  ],
  ...openAiStyle({
    speaks: { chat: ['openai-chat', 'openai-completions'], ...OPENAI_MEDIA, rerank: ['jina-rerank'] },
    base: ownBase,
  }),
  listModels: openAiModelListing(ownBase),
  video: openAiVideo({ base: ownBase, isExtended: true }),
};

function ownBase(baseUrl: string | undefined): string {
  if (baseUrl === undefined) throw new Error('an openai-compatible channel has a base URL');
  return baseUrl;
}
