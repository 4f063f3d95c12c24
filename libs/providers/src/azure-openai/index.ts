import { type WireFormatId } from '#wire';
import { below } from '../base-url.js';
import { type ChatCall, type Provider } from '../provider.js';

const DEFAULT_API_VERSION = '2024-10-21';

const PATHS: Partial<Record<WireFormatId, string>> = {
  'openai-chat': '/chat/completions',
  'openai-responses': '/responses',
  'openai-completions': '/completions',
};

/** Azure has a deployment for each model, in the path; its newer addresses end in `/openai/v1` and work like OpenAI's own. */
export const azureOpenAi: Provider = {
  chat: {
    speaks: ['openai-chat', 'openai-responses', 'openai-completions'],
    endpoint: (format, call) => azureEndpoint(PATHS[format] ?? '', format, call),
    authorize: (apiKey) => ({ 'api-key': apiKey }),
  },
};

function azureEndpoint(
  path: string,
  format: WireFormatId,
  { baseUrl = '', upstreamModel, apiVersion }: ChatCall,
): URL {
  const base = baseUrl.replace(/\/+$/, '');
  if (base.endsWith('/openai/v1')) return below(base, path);
  const root = base.replace(/\/openai$/, '');
  const deployment = format === 'openai-responses' ? '' : `/deployments/${encodeURIComponent(upstreamModel)}`;
  const url = below(root, `/openai${deployment}${path}`);
  url.searchParams.set('api-version', apiVersion ?? DEFAULT_API_VERSION);
  return url;
}
