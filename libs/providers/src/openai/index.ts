import { joinUrl } from '../base-url.js';
import { apiKeysField, baseUrlField } from '../channel-fields.js';
import {
  OPENAI_MEDIA,
  openAiImageResponseFormat,
  openAiModelListing,
  openAiStyle,
  openAiVideo,
} from '../openai-compatible/index.js';
import { type Provider } from '../provider.js';

const BASE = 'https://api.openai.com/v1';
const base = (baseUrl = BASE): string => baseUrl;

export const openAi: Provider = {
  id: 'openai',
  label: 'OpenAI',
  apiKeyVariable: 'OPENAI_API_KEY',
  apiKeyPage: 'https://platform.openai.com/api-keys',
  fields: [baseUrlField({ default: BASE }), apiKeysField({ required: true })],
  ...openAiStyle({
    speaks: {
      // Newer models support tools together with a reasoning effort only in Responses.
      chat: ['openai-responses', 'openai-chat', 'openai-completions'],
      ...OPENAI_MEDIA,
      realtime: ['openai-realtime'],
    },
    base,
  }),
  countEndpoint: (format, { baseUrl }) =>
    format === 'openai-responses' ? joinUrl(base(baseUrl), '/responses/input_tokens') : undefined,
  imageResponseFormat: openAiImageResponseFormat,
  listModels: openAiModelListing(base),
  video: openAiVideo({ base, isExtended: false }),
  usualModels: [
    'gpt-*',
    'chatgpt-*',
    'o1*',
    'o3*',
    'o4*',
    'text-embedding-*',
    'dall-e-*',
    'sora-*',
    'whisper-*',
    'tts-*',
    'omni-moderation-*',
  ],
};
