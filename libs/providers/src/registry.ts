import { anthropic } from './anthropic/index.js';
import { azureOpenAi } from './azure-openai/index.js';
import { bedrock } from './bedrock/index.js';
import { cohere } from './cohere/index.js';
import { gemini } from './gemini/index.js';
import { jina } from './jina/index.js';
import { kling } from './kling/index.js';
import { luma } from './luma/index.js';
import { ollama } from './ollama/index.js';
import { openAiCompatible } from './openai-compatible/index.js';
import { openAi } from './openai/index.js';
import { PRESETS } from './presets/index.js';
import { type Provider } from './provider.js';
import { runway } from './runway/index.js';
import { seedance } from './seedance/index.js';
import { vertex } from './vertex/index.js';
import { vidu } from './vidu/index.js';
import { wan } from './wan/index.js';

/** Every provider of this library, in the order of the console. */
const OWN_PROVIDERS: readonly Provider[] = [
  openAi,
  anthropic,
  gemini,
  azureOpenAi,
  bedrock,
  vertex,
  openAiCompatible,
  ollama,
  cohere,
  jina,
  kling,
  runway,
  luma,
  vidu,
  seedance,
  wan,
  ...PRESETS,
];

/** The most used providers, in this order. */
export const POPULAR_IDS: readonly string[] = [
  openAi.id,
  anthropic.id,
  gemini.id,
  'deepseek',
  'mistral',
  'xai',
  'openrouter',
  'groq',
];

const providers = new Map(OWN_PROVIDERS.map((provider) => [provider.id, provider]));

/** Adds a provider from another library. It must be called before the configuration is read. */
export function registerProvider(provider: Provider): void {
  const existing = providers.get(provider.id);
  if (existing !== undefined && existing !== provider) {
    throw new Error(`there are two providers with the id ${provider.id}`);
  }
  providers.set(provider.id, provider);
}

/** Undefined for an id that this version does not have. */
export function findProvider(id: string): Provider | undefined {
  return providers.get(id);
}

export function listProviders(): readonly Provider[] {
  return [...providers.values()];
}

/** The properties that the validation of the configuration needs. */
export type KnownProvider = Pick<Provider, 'id' | 'apiKeyVariable' | 'fields'>;

export function listKnownProviders(): readonly KnownProvider[] {
  return listProviders().map(({ id, apiKeyVariable, fields }) => ({ id, apiKeyVariable, fields }));
}
