import { type WireFormatId } from '#wire';
import { bearer, below } from '../base-url.js';
import { type ChatCapability, type Provider } from '../provider.js';

const PATHS: Partial<Record<WireFormatId, string>> = {
  'openai-chat': '/chat/completions',
  'openai-responses': '/responses',
  'openai-completions': '/completions',
};

export interface OpenAiStyle {
  speaks: ChatCapability['speaks'];
  /** The base address, from the channel's where it has one. */
  base: (baseUrl: string | undefined) => string;
}

/** What every server in the OpenAI style has in common. */
export function openAiStyleChat({ speaks, base }: OpenAiStyle): ChatCapability {
  return {
    speaks,
    endpoint: (format, { baseUrl }) => below(base(baseUrl), PATHS[format] ?? ''),
    authorize: bearer,
  };
}

/** Any server that speaks the OpenAI format; its address is the channel's. */
export const openAiCompatible: Provider = {
  chat: openAiStyleChat({
    speaks: ['openai-chat', 'openai-completions'],
    base: (baseUrl) => {
      if (baseUrl === undefined) throw new Error('an openai-compatible channel has a base URL');
      return baseUrl;
    },
  }),
};
