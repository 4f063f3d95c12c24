import { type FormatId } from '#wire';
import { below, withQuery } from '../base-url.js';
import { apiKeysField, authField, baseUrlField, locationField, projectField } from '../channel-fields.js';
import { getNext, isJsonMap, namesIn } from '../model-listing.js';
import { type Provider, type UpstreamCall } from '../provider.js';
import { GLOBAL, encodeModel, getRoot, inProject, requireProject } from './place.js';
import { vertexVideo } from './video.js';

const MESSAGES_VERSION = 'vertex-2023-10-16';

/** Members that a request for an answer has, and one for a count of its tokens has not. */
const NOT_COUNTED = [
  'model',
  'safetySettings',
  'safety_settings',
  'toolConfig',
  'tool_config',
  'cachedContent',
];

const MODELS_PER_PAGE = '200';

/** Of those that make vectors, the newer take one text a call. */
const MAX_INPUTS = 100;

/**
 * Google's cloud: Gemini and its kin, Claude, and open models in the OpenAI style, each at an address of its own.
 * As the libraries of Anthropic (vertex-sdk) and Vercel (google-vertex) speak to it, read in November 2026.
 */
export const vertex: Provider = {
  id: 'vertex',
  label: 'Google Vertex AI',
  fields: [
    projectField({ required: false, help: 'Left empty with a key of express mode, which has Gemini only.' }),
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
  endpoint: buildAddress,
  exampleModels: [
    'gemini-3-flash',
    'claude-opus-5',
    'meta/llama-4-maverick-17b-128e-instruct-maas',
    'imagen-4.0',
    'veo-3.1-generate-001',
  ],
  countEndpoint(format, call) {
    if (format === 'anthropic-messages') {
      return requireProject(call, 'v1', '/publishers/anthropic/models/count-tokens:rawPredict');
    }
    return format === 'gemini-generate-content' ? atGoogle(call, 'countTokens') : undefined;
  },
  changeRequest(format) {
    if (format === 'anthropic-messages') {
      return { without: ['model'], add: { anthropic_version: MESSAGES_VERSION } };
    }
    // Unlike Google's other service, this one wants to be told who speaks.
    return format === 'gemini-generate-content'
      ? { each: { contents: { add: { role: 'user' } } } }
      : undefined;
  },
  changeCount: (format) =>
    format === 'anthropic-messages'
      ? { add: { anthropic_version: MESSAGES_VERSION } }
      : {
          unwrap: 'generateContentRequest',
          without: NOT_COUNTED,
          each: { contents: { add: { role: 'user' } } },
        },
  advice: {
    'identity-refused': {
      advice: 'Check the credentials of the service account: its key may have been deleted or disabled.',
      field: 'auth',
    },
    forbidden: {
      advice:
        'Check the project, that the Vertex AI API is turned on in it, and that the identity has the role Vertex AI User (roles/aiplatform.user) there.',
      field: 'project',
    },
    'model-not-found': {
      advice:
        'Check that the model is offered at this location (many only at global), and for models of other makers that the project has enabled it in the Model Garden.',
      field: 'models',
    },
    'host-not-found': {
      advice: 'There is no such location: it is called as in europe-west4, or global.',
      field: 'location',
    },
  },
  authorize: (apiKey) => ({ 'x-goog-api-key': apiKey }),
  video: vertexVideo,
  maxEmbeddingInputs: (model) => (model.startsWith('gemini-') ? 1 : MAX_INPUTS),
  listModels: {
    page: (place, cursor) =>
      withQuery(below(getRoot(place), '/v1beta1/publishers/google/models'), {
        pageSize: MODELS_PER_PAGE,
        pageToken: cursor,
      }),
    read(body) {
      const names = isJsonMap(body) ? namesIn(body['publisherModels'], 'name') : undefined;
      if (names === undefined || !isJsonMap(body)) return undefined;
      return {
        ids: names.map((name) => name.replace(/^publishers\/google\/models\//, '')),
        ...getNext(body['nextPageToken']),
      };
    },
  },
};

/** A name with a publisher before it is an open model, but for Google's own. */
function findChatFormat(model: string): 'anthropic-messages' | 'gemini-generate-content' | 'openai-chat' {
  if (/^(?:anthropic\/)?claude/.test(model)) return 'anthropic-messages';
  return model.includes('/') && !model.startsWith('google/') ? 'openai-chat' : 'gemini-generate-content';
}

function buildAddress(format: FormatId, call: UpstreamCall): URL {
  switch (format) {
    case 'anthropic-messages': {
      const model = encodeModel(call.upstreamModel.replace(/^anthropic\//, ''));
      const verb = call.isStreamed ? 'streamRawPredict' : 'rawPredict';
      return requireProject(call, 'v1', `/publishers/anthropic/models/${model}:${verb}`);
    }
    case 'openai-chat':
      return requireProject(call, 'v1', '/endpoints/openapi/chat/completions');
    case 'vertex-embeddings':
    case 'gemini-imagen':
      return atGoogle(call, 'predict');
    default:
      return atGoogle(call, call.isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent');
  }
}

function atGoogle(call: UpstreamCall, verb: string): URL {
  const model = encodeModel(call.upstreamModel.replace(/^google\//, ''));
  return inProject(call, 'v1beta1', `/publishers/google/models/${model}:${verb}`);
}

/** Two families of image models are served in two ways, and only their names tell them apart. */
function isImagen(model: string): boolean {
  return /^(?:google\/)?imagen/.test(model);
}
