import type { KnownProvider } from '../known-provider.js';

const provider = (id: string, fields: readonly string[] = [], apiKeyVariable?: string): KnownProvider => ({
  id,
  apiKeyVariable,
  // A star marks what a channel cannot do without.
  fields: fields.map((field) => ({ name: field.replace(/\*$/, ''), required: field.endsWith('*') })),
  isAvailable: true,
});

const announced = (id: string): KnownProvider => ({
  ...provider(id, [], `${id.toUpperCase()}_API_KEY`),
  isAvailable: false,
});

/** Providers such as a program passes in. */
export const PROVIDERS: readonly KnownProvider[] = [
  provider('openai', ['base_url'], 'OPENAI_API_KEY'),
  provider('gemini', ['base_url'], 'GEMINI_API_KEY'),
  provider('azure-openai', ['base_url*', 'api_version']),
  provider('openai-compatible', ['base_url*']),
  provider('sandbox'),
  announced('kling'),
  announced('wan'),
];
