import { CLOUDS } from './imported-clouds.js';
import { type ImportedProvider } from './imported-provider.js';

interface Names {
  modelsDev?: string;
  /** The same name with an underscore or none, as LiteLLM likes it. */
  liteLlm?: string;
}

function makes(provider: string, hosts: readonly string[], names: Names): ImportedProvider {
  return { ...hostsModels(provider, hosts, names), isMaker: true };
}

function hostsModels(
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

/** Prices differ between the releases of a model, except where `hasDatedReleases` says so. */
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
  makes('alibaba', ['dashscope-intl.aliyuncs.com'], { modelsDev: 'alibaba', liteLlm: 'dashscope' }),
  makes('black-forest-labs', ['api.bfl.ai'], { liteLlm: 'black_forest_labs' }),
  makes('deepgram', ['api.deepgram.com'], { liteLlm: 'deepgram' }),
  {
    ...makes('deepseek', ['api.deepseek.com'], { modelsDev: 'deepseek' }),
    liteLlm: { providers: ['deepseek'], prefixes: ['deepseek/'], mayLackPrefix: true },
  },
  makes('elevenlabs', ['api.elevenlabs.io'], { liteLlm: 'elevenlabs' }),
  makes('minimax', ['api.minimax.io'], { modelsDev: 'minimax', liteLlm: 'minimax' }),
  makes('mistral', ['api.mistral.ai'], { modelsDev: 'mistral', liteLlm: 'mistral' }),
  makes('moonshot', ['api.moonshot.ai'], { modelsDev: 'moonshotai', liteLlm: 'moonshot' }),
  makes('perplexity', ['api.perplexity.ai'], { modelsDev: 'perplexity', liteLlm: 'perplexity' }),
  makes('recraft', ['external.api.recraft.ai'], { liteLlm: 'recraft' }),
  makes('runway', ['api.dev.runwayml.com'], { liteLlm: 'runwayml' }),
  makes('stability', ['api.stability.ai'], { liteLlm: 'stability' }),
  makes('voyage', ['api.voyageai.com'], { liteLlm: 'voyage' }),
  makes('xai', ['api.x.ai'], { modelsDev: 'xai', liteLlm: 'xai' }),
  makes('zai', ['api.z.ai'], { modelsDev: 'zai', liteLlm: 'zai' }),
  hostsModels('cerebras', ['api.cerebras.ai'], { modelsDev: 'cerebras', liteLlm: 'cerebras' }),
  hostsModels('deepinfra', ['api.deepinfra.com'], { modelsDev: 'deepinfra', liteLlm: 'deepinfra' }),
  {
    ...hostsModels('fireworks', ['api.fireworks.ai'], { modelsDev: 'fireworks-ai' }),
    liteLlm: { providers: ['fireworks_ai'], prefixes: ['fireworks_ai/'], onlyWithModelsDev: true },
  },
  hostsModels('groq', ['api.groq.com'], { modelsDev: 'groq', liteLlm: 'groq' }),
  hostsModels('together', ['api.together.xyz', 'api.together.ai'], {
    modelsDev: 'togetherai',
    liteLlm: 'together_ai',
  }),
  ...CLOUDS,
];
