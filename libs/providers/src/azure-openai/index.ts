import { withoutTrailing } from '#canonical';
import { type FormatOf } from '#wire';
import { below } from '../base-url.js';
import { apiKeysField, apiVersionField, baseUrlField } from '../channel-fields.js';
import {
  OPENAI_MEDIA,
  OPENAI_PATHS,
  isRealtime,
  openAiImageResponseFormat,
} from '../openai-compatible/index.js';
import { type Provider, type UpstreamCall } from '../provider.js';

const DEFAULT_API_VERSION = '2024-10-21';
const BETA_REALTIME_API_VERSION = '2025-04-01-preview';

const { moderation: _none, ...AZURE_MEDIA } = OPENAI_MEDIA;

/** Azure has a deployment for each model, in the path; its newer addresses end in `/openai/v1` and work like OpenAI's own. */
export const azureOpenAi: Provider = {
  id: 'azure-openai',
  label: 'Azure OpenAI',
  fields: [
    baseUrlField({ help: 'The endpoint of the resource, such as https://my-resource.openai.azure.com.' }),
    apiKeysField({ required: true }),
    apiVersionField(),
  ],
  speaks: {
    chat: ['openai-chat', 'openai-responses', 'openai-completions'],
    ...AZURE_MEDIA,
    realtime: ['openai-realtime'],
  },
  endpoint(format, { baseUrl = '', upstreamModel, apiVersion }) {
    const path = OPENAI_PATHS[format] ?? '';
    const base = withoutTrailing(baseUrl, '/');
    const root = base.replace(/\/openai(\/v1)?$/, '');
    if (isRealtime(format)) return realtimeAt(root, format, { upstreamModel, apiVersion });
    if (base.endsWith('/openai/v1')) return below(base, path);
    const deployment =
      format === 'openai-responses' ? '' : `/deployments/${encodeURIComponent(upstreamModel)}`;
    const url = below(root, `/openai${deployment}${path}`);
    url.searchParams.set('api-version', apiVersion ?? DEFAULT_API_VERSION);
    return url;
  },
  authorize: (apiKey) => ({ 'api-key': apiKey }),
  imageResponseFormat: openAiImageResponseFormat,
};

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
