import { type FormatId, type RequestChange } from '#wire';
import { type AccountPlace } from '../account-place.js';
import { bearer, below } from '../base-url.js';
import { apiKeysField, authField, baseUrlField, regionField } from '../channel-fields.js';
import { isJsonMap, namesIn } from '../model-listing.js';
import { type Provider, type UpstreamCall } from '../provider.js';
import { hasMessagesEndpoint, isClaude, isOpenAi } from './model-family.js';

const INVOKE_VERSION = 'bedrock-2023-05-31';
/** What a client of another format is spoken for in; a client of this one brings its own. */
const MESSAGES_VERSION = '2023-06-01';
/** Titan takes one text a call, as its format tells. */
const MAX_COHERE_INPUTS = 96;

/** What InvokeModel wants of a request for Claude: the model and the manner of answering are in the path. */
const INVOKED: RequestChange = {
  without: ['model', 'stream'],
  add: { anthropic_version: INVOKE_VERSION },
  fromHeaders: { 'anthropic-beta': 'anthropic_beta' },
  // A newer way to ask for parts of a tool's input as they come, which it refuses; they come all the same, a little later.
  each: { tools: { without: ['eager_input_streaming'] } },
};

/**
 * Amazon's cloud: Claude in its own format, models of OpenAI in theirs, and all others by Converse. As the libraries of
 * Anthropic (bedrock-sdk) and Vercel (amazon-bedrock) speak to it, read in November 2026.
 */
export const bedrock: Provider = {
  id: 'bedrock',
  label: 'Amazon Bedrock',
  fields: [
    regionField({ required: true, help: 'Such as eu-west-1.' }),
    authField('aws'),
    apiKeysField({ required: false }),
    baseUrlField({
      default: 'https://bedrock-runtime.{region}.amazonaws.com',
      help: 'For private endpoints. Everything is then asked below this address.',
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
  endpoint: buildAddress,
  exampleModels: [
    'anthropic.claude-opus-4-7',
    'openai.gpt-oss-120b-1:0',
    'amazon.nova-pro-v1:0',
    'cohere.embed-multilingual-v3',
  ],
  changeRequest: (format, { upstreamModel }) =>
    format === 'anthropic-messages' && !hasMessagesEndpoint(upstreamModel) ? INVOKED : undefined,
  advice: {
    'identity-refused': {
      advice:
        'Check the access key id and the secret access key, and that the clock of this machine is right. Temporary keys need their session token.',
      field: 'auth',
    },
    forbidden: {
      advice:
        'Allow bedrock:InvokeModel, bedrock:InvokeModelWithResponseStream and bedrock:ListFoundationModels for this identity, and turn on access to the model in this region.',
    },
    'model-not-found': {
      advice:
        'Check that the model is offered in this region. Many are only served under the id of an inference profile, which begins with us., eu., apac. or global.',
      field: 'models',
    },
    'host-not-found': { advice: 'There is no such region: it is called as in eu-west-1.', field: 'region' },
  },
  authorize: bearer,
  signing: ({ pathname }, { region = '' }) => ({
    service: /\/(?:anthropic|v1)\//.test(pathname) ? 'bedrock-mantle' : 'bedrock',
    region,
  }),
  // What a model is asked to answer in, streamed or not: the service frames streams itself.
  headers: { accept: 'application/json', 'anthropic-version': MESSAGES_VERSION },
  maxEmbeddingInputs: MAX_COHERE_INPUTS,
  listModels: {
    page: (place) => below(getRoot(place, 'bedrock'), '/foundation-models'),
    read(body) {
      const ids = isJsonMap(body) ? namesIn(body['modelSummaries'], 'modelId') : undefined;
      return ids && { ids };
    },
  },
};

function buildAddress(format: FormatId, call: UpstreamCall): URL {
  const { upstreamModel, isStreamed } = call;
  const atModel = (verb: string): URL =>
    below(getRoot(call, 'bedrock-runtime'), `/model/${encodeURIComponent(upstreamModel)}/${verb}`);
  switch (format) {
    case 'anthropic-messages':
      if (hasMessagesEndpoint(upstreamModel)) return below(getMantle(call), '/anthropic/v1/messages');
      return atModel(isStreamed ? 'invoke-with-response-stream' : 'invoke');
    case 'openai-chat':
      return below(getMantle(call), '/v1/chat/completions');
    case 'openai-responses':
      return below(getMantle(call), '/v1/responses');
    case 'bedrock-converse':
      return atModel(isStreamed ? 'converse-stream' : 'converse');
    default:
      return atModel('invoke');
  }
}

/** The hosts of a region. The regions of China are under a domain of their own. */
function getRoot(place: AccountPlace, service: 'bedrock' | 'bedrock-runtime'): string {
  const { region = '' } = place;
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return getGivenRoot(place) ?? `https://${service}.${region}.${domain}`;
}

/** Where the endpoints are that work like those of the makers of models. */
function getMantle(place: AccountPlace): string {
  return getGivenRoot(place) ?? `https://bedrock-mantle.${place.region ?? ''}.api.aws`;
}

/** Without what the libraries of the makers want at its end. */
function getGivenRoot({ baseUrl }: AccountPlace): string | undefined {
  return baseUrl?.replace(/\/(?:anthropic|v1)\/*$/, '');
}

function isCohere(model: string): boolean {
  return model.includes('cohere.embed');
}
