import { withoutTrailing } from '#canonical';
import { type FormatOf } from '#wire';
import { joinUrl } from '../base-url.js';
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
/** Sent to Foundry's Messages endpoint for clients of other formats; clients of this one send their own version. */
const MESSAGES_VERSION = '2023-06-01';
const { moderation: _none, ...AZURE_MEDIA } = OPENAI_MEDIA;

/**
 * Azure has a deployment for each model in the path. Newer endpoints end in `/openai/v1` and work like OpenAI's own.
 */
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
    if (format === 'anthropic-messages') return joinUrl(root, '/anthropic/v1/messages');
    if (isRealtime(format)) return buildRealtimeUrl(root, format, { upstreamModel, apiVersion });
    if (base.endsWith('/openai/v1')) return joinUrl(base, path);
    const deployment =
      format === 'openai-responses' ? '' : `/deployments/${encodeURIComponent(upstreamModel)}`;
    const url = joinUrl(root, `/openai${deployment}${path}`);
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
        'Assign the role Cognitive Services OpenAI User on the resource to the identity, and check that the network rules of the resource allow this machine.',
    },
    'model-not-found': {
      advice:
        'Azure uses deployments instead of models: enter the name of the deployment. Check that the resource supports api_version.',
      field: 'models',
    },
    'host-not-found': {
      advice:
        'The resource does not exist: copy the endpoint from the page Keys and Endpoint of the resource.',
      field: 'base_url',
    },
  },
  // Foundry's Messages endpoint uses Anthropic's header.
  authorize: (apiKey) => ({ 'api-key': apiKey, 'x-api-key': apiKey }),
  headers: { 'anthropic-version': MESSAGES_VERSION },
  imageResponseFormat: openAiImageResponseFormat,
};

/** Foundry serves deployments of Claude in Anthropic's format. Their names begin with that of the model. */
function isClaude(deployment: string): boolean {
  return deployment.startsWith('claude');
}

/** Only the beta endpoint has the deployment and the API version in the URL. */
function buildRealtimeUrl(
  root: string,
  format: FormatOf<'realtime'>,
  { upstreamModel, apiVersion }: Pick<UpstreamCall, 'upstreamModel' | 'apiVersion'>,
): URL {
  const isBeta = format === 'openai-realtime-beta';
  const url = joinUrl(root, isBeta ? '/openai/realtime' : '/openai/v1/realtime');
  url.searchParams.set(isBeta ? 'deployment' : 'model', upstreamModel);
  if (isBeta) url.searchParams.set('api-version', apiVersion ?? BETA_REALTIME_API_VERSION);
  return url;
}
