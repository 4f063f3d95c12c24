import { buildBearerHeader } from './base-url.js';
import { apiKeysField, baseUrlField } from './channel-fields.js';
import { type Provider } from './provider.js';
import { rejectEndpoint } from './video-only.js';

interface VideoService
  extends
    Pick<Provider, 'id' | 'label' | 'apiKeyVariable' | 'apiKeyPage' | 'headers' | 'usualModels'>,
    Required<Pick<Provider, 'video'>>,
    Partial<Pick<Provider, 'authorize'>> {
  base: string;
  keyHelp?: string;
}

/** Creates a provider that only generates videos. */
export function videoProvider({ base, keyHelp, ...service }: VideoService): Provider {
  const keys = apiKeysField({ required: true });
  return {
    authorize: buildBearerHeader,
    ...service,
    fields: [baseUrlField({ default: base }), keyHelp === undefined ? keys : { ...keys, help: keyHelp }],
    speaks: {},
    endpoint: rejectEndpoint,
  };
}
