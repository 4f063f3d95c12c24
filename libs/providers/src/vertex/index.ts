import { type FormatId } from '#wire';
import { joinUrl, withQuery } from '../base-url.js';
import { apiKeysField, authField, baseUrlField, locationField, projectField } from '../channel-fields.js';
import { toNextPage, isJsonMap, findNames } from '../model-listing.js';
import { type Provider, type UpstreamCall } from '../provider.js';
import { GLOBAL, encodeModel, getRoot, buildProjectUrl, requireProjectUrl } from './place.js';
import { vertexVideo } from './video.js';

const MESSAGES_VERSION = 'vertex-2023-10-16';

/** Members of a model request that a token counting request does not accept. */
const NOT_IN_COUNTS = [
  'model',
  'safetySettings',
  'safety_settings',
  'toolConfig',
  'tool_config',
  'cachedContent',
];

const MODELS_PER_PAGE = '200';

/** In texts. Newer embedding models accept one text per request. */
const MAX_INPUTS = 100;

/**
 * Google Cloud: Gemini models, Claude, and open models in the OpenAI style, each with its own URL. Based on
 * Anthropic's vertex-sdk and Vercel's google-vertex, read in November 2026.
 */
export const vertex: Provider = {
  id: 'vertex',
  label: 'Google Vertex AI',
  fields: [
    projectField({
      required: false,
      help: 'Leave it empty for an API key of express mode, which offers Gemini models only.',
    }),
    locationField({ required: false, default: GLOBAL }),
    authField('google'),
    apiKeysField({ required: false }),
    baseUrlField({ default: 'https://aiplatform.googleapis.com' }),
  ],
  speaks: {
    chat: (model) => [findChatFormat(model)],
    embeddings: ['vertex-embeddings'],
    'image-generation': (model) => [isImagen(model) ? 'gemini-imagen' : 'gemini-image'],
    'image-edit': (model) => (isImagen(model) ? [] : ['gemini-image']),
    speech: ['gemini-speech'],
    transcription: ['gemini-transcription'],
    'audio-translation': ['gemini-transcription'],
  },
  endpoint: buildUrl,
  exampleModels: [
    'gemini-3-flash',
    'claude-opus-5',
    'meta/llama-4-maverick-17b-128e-instruct-maas',
    'imagen-4.0',
    'veo-3.1-generate-001',
  ],
  countEndpoint(format, call) {
    if (format === 'anthropic-messages') {
      return requireProjectUrl(call, 'v1', '/publishers/anthropic/models/count-tokens:rawPredict');
    }
    return format === 'gemini-generate-content' ? buildGoogleUrl(call, 'countTokens') : undefined;
  },
  changeRequest(format) {
    if (format === 'anthropic-messages') {
      return { without: ['model'], add: { anthropic_version: MESSAGES_VERSION } };
    }
    // Unlike the Gemini API, Vertex requires the role.
    return format === 'gemini-generate-content'
      ? { each: { contents: { add: { role: 'user' } } } }
      : undefined;
  },
  changeCount: (format) =>
    format === 'anthropic-messages'
      ? { add: { anthropic_version: MESSAGES_VERSION } }
      : {
          unwrap: 'generateContentRequest',
          without: NOT_IN_COUNTS,
          each: { contents: { add: { role: 'user' } } },
        },
  advice: {
    'identity-refused': {
      advice: 'Check the credentials of the service account: its key may have been deleted or disabled.',
      field: 'auth',
    },
    forbidden: {
      advice:
        'Check the project, that the Vertex AI API is enabled in it, and that the identity has the role Vertex AI User (roles/aiplatform.user) there.',
      field: 'project',
    },
    'model-not-found': {
      advice:
        'Check that the model is available at this location (many are only at global). Enable models of other vendors in the Model Garden of the project.',
      field: 'models',
    },
    'host-not-found': {
      advice: 'The location does not exist. Use a location such as europe-west4, or global.',
      field: 'location',
    },
  },
  authorize: (apiKey) => ({ 'x-goog-api-key': apiKey }),
  video: vertexVideo,
  maxEmbeddingInputs: (model) => (model.startsWith('gemini-') ? 1 : MAX_INPUTS),
  listModels: {
    page: (place, cursor) =>
      withQuery(joinUrl(getRoot(place), '/v1beta1/publishers/google/models'), {
        pageSize: MODELS_PER_PAGE,
        pageToken: cursor,
      }),
    read(body) {
      const names = isJsonMap(body) ? findNames(body['publisherModels'], 'name') : undefined;
      if (names === undefined || !isJsonMap(body)) return undefined;
      return {
        ids: names.map((name) => name.replace(/^publishers\/google\/models\//, '')),
        ...toNextPage(body['nextPageToken']),
      };
    },
  },
};

/** A name with a publisher is an open model, except for Google's own. */
function findChatFormat(model: string): 'anthropic-messages' | 'gemini-generate-content' | 'openai-chat' {
  if (/^(?:anthropic\/)?claude/.test(model)) return 'anthropic-messages';
  return model.includes('/') && !model.startsWith('google/') ? 'openai-chat' : 'gemini-generate-content';
}

function buildUrl(format: FormatId, call: UpstreamCall): URL {
  switch (format) {
    case 'anthropic-messages': {
      const model = encodeModel(call.upstreamModel.replace(/^anthropic\//, ''));
      const verb = call.isStreamed ? 'streamRawPredict' : 'rawPredict';
      return requireProjectUrl(call, 'v1', `/publishers/anthropic/models/${model}:${verb}`);
    }
    case 'openai-chat':
      return requireProjectUrl(call, 'v1', '/endpoints/openapi/chat/completions');
    case 'vertex-embeddings':
    case 'gemini-imagen':
      return buildGoogleUrl(call, 'predict');
    default:
      return buildGoogleUrl(call, call.isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent');
  }
}

function buildGoogleUrl(call: UpstreamCall, verb: string): URL {
  const model = encodeModel(call.upstreamModel.replace(/^google\//, ''));
  return buildProjectUrl(call, 'v1beta1', `/publishers/google/models/${model}:${verb}`);
}

/** The two families of image models have different APIs, and differ only by name. */
function isImagen(model: string): boolean {
  return /^(?:google\/)?imagen/.test(model);
}
