import { type FormatId, type RequestChange } from '#wire';
import { type AccountPlace } from '../account-place.js';
import { buildBearerHeader, joinUrl } from '../base-url.js';
import { apiKeysField, authField, baseUrlField, regionField } from '../channel-fields.js';
import { isJsonMap, findNames } from '../model-listing.js';
import { type Provider, type UpstreamCall } from '../provider.js';
import { hasMessagesEndpoint, isClaude, isOpenAi } from './model-family.js';

const INVOKE_VERSION = 'bedrock-2023-05-31';
/** Sent for clients of other formats; clients of this one send their own version. */
const MESSAGES_VERSION = '2023-06-01';
/** In texts. Titan accepts one text per request, which its format ensures. */
const MAX_COHERE_INPUTS = 96;

/** Changes for InvokeModel of Claude: the model and the choice to stream are in the path. */
const INVOKE_CHANGE: RequestChange = {
  without: ['model', 'stream'],
  add: { anthropic_version: INVOKE_VERSION },
  fromHeaders: { 'anthropic-beta': 'anthropic_beta' },
  // InvokeModel refuses this member. Without it, tool input arrives a little later.
  each: { tools: { without: ['eager_input_streaming'] } },
};

/**
 * Amazon's cloud: Claude in its own format, models of OpenAI in theirs, and all others by Converse. Based on
 * Anthropic's bedrock-sdk and Vercel's amazon-bedrock, read in November 2026.
 */
export const bedrock: Provider = {
  id: 'bedrock',
  label: 'Amazon Bedrock',
  fields: [
    regionField({ required: true, help: 'For example, eu-west-1.' }),
    authField('aws'),
    apiKeysField({ required: false }),
    baseUrlField({
      default: 'https://bedrock-runtime.{region}.amazonaws.com',
      help: 'For private endpoints. All requests then go to this address.',
    }),
  ],
  speaks: {
    chat: (model) => {
      if (isClaude(model)) return ['anthropic-messages'];
      return isOpenAi(model) ? ['openai-chat', 'openai-responses'] : ['bedrock-converse'];
    },
    embeddings: (model) => [isCohere(model) ? 'bedrock-cohere-embeddings' : 'bedrock-titan-embeddings'],
    rerank: ['bedrock-rerank'],
  },
  endpoint: buildUrl,
  exampleModels: [
    'anthropic.claude-opus-4-7',
    'openai.gpt-oss-120b-1:0',
    'amazon.nova-pro-v1:0',
    'cohere.embed-multilingual-v3',
  ],
  changeRequest: (format, { upstreamModel }) =>
    format === 'anthropic-messages' && !hasMessagesEndpoint(upstreamModel) ? INVOKE_CHANGE : undefined,
  advice: {
    'identity-refused': {
      advice:
        'Check the access key id, the secret access key and the clock of this machine. Temporary keys require a session token.',
      field: 'auth',
    },
    forbidden: {
      advice:
        'Allow bedrock:InvokeModel, bedrock:InvokeModelWithResponseStream and bedrock:ListFoundationModels for this identity, and enable access to the model in this region.',
    },
    'model-not-found': {
      advice:
        'Check that the model is available in this region. Many models require the id of an inference profile, which begins with us., eu., apac. or global.',
      field: 'models',
    },
    'host-not-found': {
      advice: 'The region does not exist. Use a region such as eu-west-1.',
      field: 'region',
    },
  },
  authorize: buildBearerHeader,
  signing: ({ pathname }, { region = '' }) => ({
    service: /\/(?:anthropic|v1)\//.test(pathname) ? 'bedrock-mantle' : 'bedrock',
    region,
  }),
  // The media type of the model's response, also for streams, which the service frames itself.
  headers: { accept: 'application/json', 'anthropic-version': MESSAGES_VERSION },
  maxEmbeddingInputs: MAX_COHERE_INPUTS,
  listModels: {
    page: (place) => joinUrl(getRoot(place, 'bedrock'), '/foundation-models'),
    read(body) {
      const ids = isJsonMap(body) ? findNames(body['modelSummaries'], 'modelId') : undefined;
      return ids && { ids };
    },
  },
};

function buildUrl(format: FormatId, call: UpstreamCall): URL {
  const { upstreamModel, isStreamed } = call;
  const buildModelUrl = (verb: string): URL =>
    joinUrl(getRoot(call, 'bedrock-runtime'), `/model/${encodeURIComponent(upstreamModel)}/${verb}`);
  switch (format) {
    case 'anthropic-messages':
      if (hasMessagesEndpoint(upstreamModel)) return joinUrl(getMantleRoot(call), '/anthropic/v1/messages');
      return buildModelUrl(isStreamed ? 'invoke-with-response-stream' : 'invoke');
    case 'openai-chat':
      return joinUrl(getMantleRoot(call), '/v1/chat/completions');
    case 'openai-responses':
      return joinUrl(getMantleRoot(call), '/v1/responses');
    case 'bedrock-converse':
      return buildModelUrl(isStreamed ? 'converse-stream' : 'converse');
    default:
      return buildModelUrl('invoke');
  }
}

/** The host of a region. Regions in China have another domain. */
function getRoot(place: AccountPlace, service: 'bedrock' | 'bedrock-runtime'): string {
  const { region = '' } = place;
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return getConfiguredRoot(place) ?? `https://${service}.${region}.${domain}`;
}

/** The root of the endpoints that work like those of the model vendors. */
function getMantleRoot(place: AccountPlace): string {
  return getConfiguredRoot(place) ?? `https://bedrock-mantle.${place.region ?? ''}.api.aws`;
}

/** The configured base URL without the suffixes that the vendors' libraries require. */
function getConfiguredRoot({ baseUrl }: AccountPlace): string | undefined {
  return baseUrl?.replace(/\/(?:anthropic|v1)\/*$/, '');
}

function isCohere(model: string): boolean {
  return model.includes('cohere.embed');
}
