import { buildBearerHeader } from './base-url.js';
import { apiKeysField, baseUrlField } from './channel-fields.js';
import { type Provider } from './provider.js';

interface VideoService
  extends
    Pick<Provider, 'id' | 'label' | 'apiKeyVariable' | 'apiKeyPage' | 'headers' | 'usualModels'>,
    Required<Pick<Provider, 'video'>>,
    Partial<Pick<Provider, 'authorize'>> {
  base: string;
  baseHelp?: string;
  keyHelp?: string;
}

/** Never called, because such a provider has no formats. */
function rejectEndpoint(): never {
  throw new Error('this provider supports videos only');
}

/** Creates a provider that only generates videos. */
export function videoProvider({ base, baseHelp, keyHelp, ...service }: VideoService): Provider {
  const keys = apiKeysField({ required: true });
  return {
    authorize: buildBearerHeader,
    ...service,
    fields: [
      baseUrlField({ default: base, help: baseHelp }),
      keyHelp === undefined ? keys : { ...keys, help: keyHelp },
    ],
    speaks: {},
    endpoint: rejectEndpoint,
  };
}
