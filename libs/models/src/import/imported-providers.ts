import { CLOUDS } from './imported-clouds.js';
import { type ImportedProvider } from './imported-provider.js';

interface Names {
  modelsDev?: string;
  /** LiteLLM's name for the provider. */
  liteLlm?: string;
}

function buildMaker(provider: string, hosts: readonly string[], names: Names): ImportedProvider {
  return { ...buildHost(provider, hosts, names), isMaker: true };
}

function buildHost(
  provider: string,
  hosts: readonly string[],
  { modelsDev, liteLlm }: Names,
): ImportedProvider {
  return {
    provider,
    isMaker: false,
    hasDatedReleases: false,
    hosts,
    ...(modelsDev === undefined ? {} : { modelsDev }),
    ...(liteLlm === undefined ? {} : { liteLlm: { providers: [liteLlm], prefixes: [`${liteLlm}/`] } }),
  };
}

/** The releases of a model have different prices, unless `hasDatedReleases` is set. */
export const IMPORTED_PROVIDERS: readonly ImportedProvider[] = [
  {
    provider: 'openai',
    isMaker: true,
    hasDatedReleases: true,
    hosts: ['api.openai.com'],
    modelsDev: 'openai',
    liteLlm: { providers: ['openai', 'text-completion-openai'], prefixes: ['openai/'], mayLackPrefix: true },
  },
  {
    provider: 'anthropic',
    isMaker: true,
    hasDatedReleases: true,
    hosts: ['api.anthropic.com'],
    modelsDev: 'anthropic',
    liteLlm: { providers: ['anthropic'], prefixes: ['anthropic/'], mayLackPrefix: true },
  },
  {
    provider: 'gemini',
    isMaker: true,
    hasDatedReleases: true,
    hosts: ['generativelanguage.googleapis.com'],
    modelsDev: 'google',
    liteLlm: { providers: ['gemini'], prefixes: ['gemini/'] },
  },
  {
    provider: 'cohere',
    isMaker: true,
    hasDatedReleases: false,
    hosts: ['api.cohere.com', 'api.cohere.ai'],
    modelsDev: 'cohere',
    liteLlm: { providers: ['cohere', 'cohere_chat'], prefixes: ['cohere/'], mayLackPrefix: true },
  },
  {
    provider: 'jina',
    isMaker: true,
    hasDatedReleases: false,
    hosts: ['api.jina.ai'],
    liteLlm: { providers: ['jina_ai'], prefixes: ['jina_ai/'], mayLackPrefix: true },
  },
  buildMaker('alibaba', ['dashscope-intl.aliyuncs.com'], { modelsDev: 'alibaba', liteLlm: 'dashscope' }),
  buildMaker('black-forest-labs', ['api.bfl.ai'], { liteLlm: 'black_forest_labs' }),
  buildMaker('deepgram', ['api.deepgram.com'], { liteLlm: 'deepgram' }),
  {
    ...buildMaker('deepseek', ['api.deepseek.com'], { modelsDev: 'deepseek' }),
    liteLlm: { providers: ['deepseek'], prefixes: ['deepseek/'], mayLackPrefix: true },
  },
  buildMaker('elevenlabs', ['api.elevenlabs.io'], { liteLlm: 'elevenlabs' }),
  buildMaker('minimax', ['api.minimax.io'], { modelsDev: 'minimax', liteLlm: 'minimax' }),
  buildMaker('mistral', ['api.mistral.ai'], { modelsDev: 'mistral', liteLlm: 'mistral' }),
  buildMaker('moonshot', ['api.moonshot.ai'], { modelsDev: 'moonshotai', liteLlm: 'moonshot' }),
  buildMaker('perplexity', ['api.perplexity.ai'], { modelsDev: 'perplexity', liteLlm: 'perplexity' }),
  buildMaker('recraft', ['external.api.recraft.ai'], { liteLlm: 'recraft' }),
  buildMaker('runway', ['api.dev.runwayml.com'], { liteLlm: 'runwayml' }),
  buildMaker('stability', ['api.stability.ai'], { liteLlm: 'stability' }),
  buildMaker('voyage', ['api.voyageai.com'], { liteLlm: 'voyage' }),
  buildMaker('xai', ['api.x.ai'], { modelsDev: 'xai', liteLlm: 'xai' }),
  buildMaker('zai', ['api.z.ai'], { modelsDev: 'zai', liteLlm: 'zai' }),
  buildHost('cerebras', ['api.cerebras.ai'], { modelsDev: 'cerebras', liteLlm: 'cerebras' }),
  buildHost('deepinfra', ['api.deepinfra.com'], { modelsDev: 'deepinfra', liteLlm: 'deepinfra' }),
  {
    ...buildHost('fireworks', ['api.fireworks.ai'], { modelsDev: 'fireworks-ai' }),
    liteLlm: { providers: ['fireworks_ai'], prefixes: ['fireworks_ai/'], onlyWithModelsDev: true },
  },
  buildHost('groq', ['api.groq.com'], { modelsDev: 'groq', liteLlm: 'groq' }),
  buildHost('together', ['api.together.xyz', 'api.together.ai'], {
    modelsDev: 'togetherai',
    liteLlm: 'together_ai',
  }),
  ...CLOUDS,
];
