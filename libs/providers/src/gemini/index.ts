import { type FormatId } from '#wire';
import { joinUrl, encodePath, withQuery } from '../base-url.js';
import { apiKeysField, baseUrlField } from '../channel-fields.js';
import { MODELS_PER_PAGE, isJsonMap, findNames, toNextPage } from '../model-listing.js';
import { type Provider } from '../provider.js';
import { geminiVideo } from './video.js';

const BASE = 'https://generativelanguage.googleapis.com';

const getRoot = (baseUrl = BASE): string => baseUrl.replace(/\/v1beta\/*$/, '');

const VERBS: Partial<Record<FormatId, string>> = {
  'gemini-embed-content': 'embedContent',
  'gemini-batch-embed-contents': 'batchEmbedContents',
  'gemini-imagen': 'predict',
};

export const gemini: Provider = {
  id: 'gemini',
  label: 'Google Gemini',
  apiKeyVariable: 'GEMINI_API_KEY',
  apiKeyPage: 'https://aistudio.google.com/apikey',
  fields: [baseUrlField({ default: BASE }), apiKeysField({ required: true })],
  speaks: {
    chat: ['gemini-generate-content'],
    embeddings: ['gemini-batch-embed-contents', 'gemini-embed-content'],
    'image-generation': (upstreamModel) => [isImagen(upstreamModel) ? 'gemini-imagen' : 'gemini-image'],
    'image-edit': (upstreamModel) => (isImagen(upstreamModel) ? [] : ['gemini-image']),
    speech: ['gemini-speech'],
    transcription: ['gemini-transcription'],
    'audio-translation': ['gemini-transcription'],
  },
  endpoint(format, { baseUrl, upstreamModel, isStreamed }) {
    const generate = isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent';
    return joinUrl(
      getRoot(baseUrl),
      `/v1beta/models/${encodePath(upstreamModel)}:${VERBS[format] ?? generate}`,
    );
  },
  countEndpoint: (format, { baseUrl, upstreamModel }) =>
    format === 'gemini-generate-content'
      ? joinUrl(getRoot(baseUrl), `/v1beta/models/${encodePath(upstreamModel)}:countTokens`)
      : undefined,
  authorize: (apiKey) => ({ 'x-goog-api-key': apiKey }),
  maxEmbeddingInputs: 100,
  listModels: {
    page: ({ baseUrl }, cursor) =>
      withQuery(joinUrl(getRoot(baseUrl), '/v1beta/models'), {
        pageSize: MODELS_PER_PAGE,
        pageToken: cursor,
      }),
    read(body) {
      const names = isJsonMap(body) ? findNames(body['models'], 'name') : undefined;
      if (names === undefined || !isJsonMap(body)) return undefined;
      // Google's own models have the prefix `models/`, which is removed. Tuned models keep their prefix.
      const ids = names.map((name) => name.replace(/^models\//, ''));
      return { ids, ...toNextPage(body['nextPageToken']) };
    },
  },
  video: geminiVideo(getRoot),
  usualModels: ['gemini-*', 'imagen-*', 'veo-*'],
};

/** The two families of image models have different APIs, and differ only by name. */
function isImagen(upstreamModel: string): boolean {
  return upstreamModel.startsWith('imagen-');
}
