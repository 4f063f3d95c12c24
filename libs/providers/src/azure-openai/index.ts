import { below } from '../base-url.js';
import { OPENAI_MEDIA, OPENAI_PATHS, openAiImageResponseFormat } from '../openai-compatible/index.js';
import { type Provider } from '../provider.js';

const DEFAULT_API_VERSION = '2024-10-21';

const { moderation: _none, ...AZURE_MEDIA } = OPENAI_MEDIA;

/** Azure has a deployment for each model, in the path; its newer addresses end in `/openai/v1` and work like OpenAI's own. */
export const azureOpenAi: Provider = {
  speaks: { chat: ['openai-chat', 'openai-responses', 'openai-completions'], ...AZURE_MEDIA },
  endpoint(format, { baseUrl = '', upstreamModel, apiVersion }) {
    const path = OPENAI_PATHS[format] ?? '';
    const base = baseUrl.replace(/\/+$/, '');
    if (base.endsWith('/openai/v1')) return below(base, path);
    const root = base.replace(/\/openai$/, '');
    const deployment =
      format === 'openai-responses' ? '' : `/deployments/${encodeURIComponent(upstreamModel)}`;
    const url = below(root, `/openai${deployment}${path}`);
    url.searchParams.set('api-version', apiVersion ?? DEFAULT_API_VERSION);
    return url;
  },
  authorize: (apiKey) => ({ 'api-key': apiKey }),
  imageResponseFormat: openAiImageResponseFormat,
};
