import { anthropic } from './anthropic/index.js';
import { azureOpenAi } from './azure-openai/index.js';
import { cohere } from './cohere/index.js';
import { gemini } from './gemini/index.js';
import { jina } from './jina/index.js';
import { ollama } from './ollama/index.js';
import { openAiCompatible } from './openai-compatible/index.js';
import { openAi } from './openai/index.js';
import { type Provider } from './provider.js';

/** Every provider of this library, in the order in which the console offers them. */
const OWN_PROVIDERS: readonly Provider[] = [
  openAi,
  anthropic,
  gemini,
  azureOpenAi,
  openAiCompatible,
  ollama,
  cohere,
  jina,
];

/**
 * Providers that the documentation announces and this version does not have. A configuration that names one is told
 * so; it is not refused.
 */
const ANNOUNCED_IDS = ['kling', 'runway', 'luma', 'minimax', 'vidu', 'seedance', 'wan'];

const providers = new Map(OWN_PROVIDERS.map((provider) => [provider.id, provider]));

/** Adds a provider that is a library of its own. A program does this before it reads its configuration. */
export function registerProvider(provider: Provider): void {
  const present = providers.get(provider.id);
  if (present !== undefined && present !== provider) {
    throw new Error(`there are two providers called ${provider.id}`);
  }
  providers.set(provider.id, provider);
}

/** Undefined for a name that this version does not know. */
export function findProvider(id: string): Provider | undefined {
  return providers.get(id);
}

export function listProviders(): readonly Provider[] {
  return [...providers.values()];
}

/** What the configuration is checked against. */
export interface KnownProvider extends Pick<Provider, 'id' | 'apiKeyVariable' | 'fields'> {
  readonly isAvailable: boolean;
}

export function listKnownProviders(): readonly KnownProvider[] {
  const announced = ANNOUNCED_IDS.filter((id) => !providers.has(id)).map((id) => ({
    id,
    apiKeyVariable: `${id.toUpperCase()}_API_KEY`,
    fields: [],
    isAvailable: false,
  }));
  const available = listProviders().map(({ id, apiKeyVariable, fields }) => ({
    id,
    apiKeyVariable,
    fields,
    isAvailable: true,
  }));
  return [...available, ...announced];
}
