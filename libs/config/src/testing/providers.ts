import type { KnownProvider } from '../known-provider.js';

const provider = (id: string, fields: readonly string[] = [], apiKeyVariable?: string): KnownProvider => ({
  id,
  apiKeyVariable,
  fields: fields.map(readField),
});

/** A star marks a required field; `auth:aws` sets the supported type. */
function readField(field: string): KnownProvider['fields'][number] {
  const [name = '', authType] = field.replace(/\*$/, '').split(':');
  return { name, required: field.endsWith('*'), authType };
}

/** Like the providers that a program passes in. */
export const PROVIDERS: readonly KnownProvider[] = [
  provider('openai', ['base_url'], 'OPENAI_API_KEY'),
  provider('gemini', ['base_url'], 'GEMINI_API_KEY'),
  provider('azure-openai', ['base_url*', 'api_version', 'auth:entra']),
  provider('bedrock', ['base_url', 'region*', 'auth:aws']),
  provider('vertex', ['base_url', 'project', 'location', 'auth:google']),
  provider('openai-compatible', ['base_url*']),
  provider('sandbox'),
  provider('kling', [], 'KLING_API_KEY'),
  provider('wan', [], 'WAN_API_KEY'),
];
