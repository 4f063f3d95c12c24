import { type ChatCapability, type Provider } from '../provider.js';

/** What every server in the OpenAI style has in common. */
export function openAiStyleChat(defaultBaseUrl?: string): ChatCapability {
  return {
    speaks: ['openai-chat'],
    endpoint: (_format, { baseUrl = defaultBaseUrl }) => {
      if (baseUrl === undefined) throw new Error('this provider has no base URL of its own');
      return new URL(`${baseUrl.replace(/\/+$/, '')}/chat/completions`);
    },
    authorize: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  };
}

/** Any server that speaks the OpenAI format; its address is the channel's. */
export const openAiCompatible: Provider = { chat: openAiStyleChat() };
