import { withoutTrailing } from '#canonical';
import { type FormatOf } from '#wire';
import { below } from '../base-url.js';
import { apiKeysField, apiVersionField, authField, baseUrlField } from '../channel-fields.js';
import {
  OPENAI_MEDIA,
  OPENAI_PATHS,
  isRealtime,
  openAiImageResponseFormat,
} from '../openai-compatible/index.js';
import { type Provider, type UpstreamCall } from '../provider.js';

const DEFAULT_API_VERSION = '2024-10-21';
const BETA_REALTIME_API_VERSION = '2025-04-01-preview';

const OWN_FORMATS = ['openai-chat', 'openai-responses', 'openai-completions'] as const;
/** What a client of another format is spoken for in at Foundry's Messages endpoint; a client of this one brings its own. */
const MESSAGES_VERSION = '2023-06-01';
const { moderation: _none, ...AZURE_MEDIA } = OPENAI_MEDIA;

/** Azure has a deployment for each model, in the path; its newer addresses end in `/openai/v1` and work like OpenAI's own. */
export const azureOpenAi: Provider = {
  id: 'azure-openai',
  label: 'Azure OpenAI',
  fields: [
    baseUrlField({ help: 'The endpoint of the resource, such as https://my-resource.openai.azure.com.' }),
    apiKeysField({ required: true }),
    authField('entra'),
    apiVersionField(),
  ],
  speaks: {
    chat: (model) => (isClaude(model) ? ['anthropic-messages'] : OWN_FORMATS),
    ...AZURE_MEDIA,
    realtime: ['openai-realtime'],
  },
  exampleModels: ['gpt-5', 'claude-sonnet-5'],
  endpoint(format, { baseUrl = '', upstreamModel, apiVersion }) {
    const path = OPENAI_PATHS[format] ?? '';
    const base = withoutTrailing(baseUrl, '/');
    const root = base.replace(/\/(?:openai|anthropic)(?:\/v1)?$/, '');
    if (format === 'anthropic-messages') return below(root, '/anthropic/v1/messages');
    if (isRealtime(format)) return realtimeAt(root, format, { upstreamModel, apiVersion });
    if (base.endsWith('/openai/v1')) return below(base, path);
    const deployment =
      format === 'openai-responses' ? '' : `/deployments/${encodeURIComponent(upstreamModel)}`;
    const url = below(root, `/openai${deployment}${path}`);
    url.searchParams.set('api-version', apiVersion ?? DEFAULT_API_VERSION);
    return url;
  },
  advice: {
    'identity-refused': {
      advice: 'Check the tenant, the client id and its secret, and that the secret has not expired.',
      field: 'auth',
    },
    forbidden: {
      advice:
        'Give the identity the role Cognitive Services OpenAI User on the resource, and check that the network rules of the resource let this machine in.',
    },
    'model-not-found': {
      advice:
        'Azure is asked for deployments, not for models: write the name of the deployment. Check that api_version is one that the resource has.',
      field: 'models',
    },
    'host-not-found': {
      advice:
        'There is no resource of that name: copy the endpoint from the page Keys and Endpoint of the resource.',
      field: 'base_url',
    },
  },
  // Foundry's Messages endpoint has Anthropic's name for it.
  authorize: (apiKey) => ({ 'api-key': apiKey, 'x-api-key': apiKey }),
  headers: { 'anthropic-version': MESSAGES_VERSION },
  imageResponseFormat: openAiImageResponseFormat,
};

/** A deployment of Claude is served by Foundry in Anthropic's own format; the names of deployments begin with the model's. */
function isClaude(deployment: string): boolean {
  return deployment.startsWith('claude');
}

/** Only the first version has its deployment and its date in the address. */
function realtimeAt(
  root: string,
  format: FormatOf<'realtime'>,
  { upstreamModel, apiVersion }: Pick<UpstreamCall, 'upstreamModel' | 'apiVersion'>,
): URL {
  const isBeta = format === 'openai-realtime-beta';
  const url = below(root, isBeta ? '/openai/realtime' : '/openai/v1/realtime');
  url.searchParams.set(isBeta ? 'deployment' : 'model', upstreamModel);
  if (isBeta) url.searchParams.set('api-version', apiVersion ?? BETA_REALTIME_API_VERSION);
  return url;
}
