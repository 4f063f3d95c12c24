import { below } from '../base-url.js';
import { type Provider } from '../provider.js';

const BASE = 'https://generativelanguage.googleapis.com';

export const gemini: Provider = {
  chat: {
    speaks: ['gemini-generate-content'],
    endpoint: (_format, { baseUrl = BASE, upstreamModel, isStreamed }) => {
      const verb = isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent';
      const model = upstreamModel.split('/').map(encodeURIComponent).join('/');
      return below(baseUrl.replace(/\/v1beta\/*$/, ''), `/v1beta/models/${model}:${verb}`);
    },
    authorize: (apiKey) => ({ 'x-goog-api-key': apiKey }),
  },
  usualModels: ['gemini-*'],
};
