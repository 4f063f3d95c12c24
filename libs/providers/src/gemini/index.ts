import { type FormatId } from '#wire';
import { below, encodePath, withQuery } from '../base-url.js';
import { apiKeysField, baseUrlField } from '../channel-fields.js';
import { MODELS_PER_PAGE, isJsonMap, namesIn, getNext } from '../model-listing.js';
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
    return below(
      getRoot(baseUrl),
      `/v1beta/models/${encodePath(upstreamModel)}:${VERBS[format] ?? generate}`,
    );
  },
  countEndpoint: (format, { baseUrl, upstreamModel }) =>
    format === 'gemini-generate-content'
      ? below(getRoot(baseUrl), `/v1beta/models/${encodePath(upstreamModel)}:countTokens`)
      : undefined,
  authorize: (apiKey) => ({ 'x-goog-api-key': apiKey }),
  maxEmbeddingInputs: 100,
  listModels: {
    page: ({ baseUrl }, cursor) =>
      withQuery(below(getRoot(baseUrl), '/v1beta/models'), { pageSize: MODELS_PER_PAGE, pageToken: cursor }),
    read(body) {
      const names = isJsonMap(body) ? namesIn(body['models'], 'name') : undefined;
      if (names === undefined || !isJsonMap(body)) return undefined;
      // Google's own models are named by their place; one that an account has tuned keeps it.
      const ids = names.map((name) => name.replace(/^models\//, ''));
      return { ids, ...getNext(body['nextPageToken']) };
    },
  },
  video: geminiVideo(getRoot),
  usualModels: ['gemini-*', 'imagen-*', 'veo-*'],
};

/** Two families of image models are served in two ways, and only their names tell them apart. */
function isImagen(upstreamModel: string): boolean {
  return upstreamModel.startsWith('imagen-');
}
