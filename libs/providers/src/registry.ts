import { anthropic } from './anthropic/index.js';
import { azureOpenAi } from './azure-openai/index.js';
import { cohere } from './cohere/index.js';
import { gemini } from './gemini/index.js';
import { jina } from './jina/index.js';
import { ollama } from './ollama/index.js';
import { openAiCompatible } from './openai-compatible/index.js';
import { openAi } from './openai/index.js';
import { type Provider } from './provider.js';
import { sandbox } from './sandbox/index.js';

/** Every provider, one line each. */
const PROVIDERS: Record<string, Provider> = {
  anthropic,
  'azure-openai': azureOpenAi,
  cohere,
  gemini,
  jina,
  ollama,
  openai: openAi,
  'openai-compatible': openAiCompatible,
  sandbox,
};

/** Undefined for a name that this version does not know. */
export function findProvider(id: string): Provider | undefined {
  return Object.hasOwn(PROVIDERS, id) ? PROVIDERS[id] : undefined;
}
