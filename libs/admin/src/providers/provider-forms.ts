import { type PROVIDER_IDS } from '#config';

export type ProviderId = (typeof PROVIDER_IDS)[number];

/** What a form says of a provider, where its own description does not. */
export interface ProviderForm {
  label: string;
  /** Whether it takes keys, and cannot do without. */
  keys: 'required' | 'optional' | 'none';
  /** What its base URL looks like, where that cannot be guessed. */
  baseUrlHelp?: string;
}

/** Those that this version knows, in the order in which people look for them. */
export const PROVIDER_FORMS: ReadonlyMap<ProviderId, ProviderForm> = new Map<ProviderId, ProviderForm>([
  ['openai', { label: 'OpenAI', keys: 'required' }],
  ['anthropic', { label: 'Anthropic', keys: 'required' }],
  ['gemini', { label: 'Google Gemini', keys: 'required' }],
  [
    'azure-openai',
    {
      label: 'Azure OpenAI',
      keys: 'required',
      baseUrlHelp: 'The endpoint of the resource, such as https://my-resource.openai.azure.com.',
    },
  ],
  [
    'openai-compatible',
    {
      label: 'OpenAI-compatible server',
      keys: 'optional',
      baseUrlHelp: 'What its clients take as base URL, such as https://models.example.com/v1.',
    },
  ],
  ['ollama', { label: 'Ollama', keys: 'optional' }],
  ['cohere', { label: 'Cohere', keys: 'required' }],
  ['jina', { label: 'Jina AI', keys: 'required' }],
  ['sandbox', { label: 'Sandbox', keys: 'none' }],
]);
