import type { KnownProvider } from '../known-provider.js';
import { CREDENTIAL, isCredential } from '../text/credential.js';
import type { Variables } from './variables.js';

export interface ProviderKey {
  provider: string;
  variable: string;
  apiKey: string;
}

export function readProviderKeys(variables: Variables, providers: readonly KnownProvider[]): ProviderKey[] {
  return providers.flatMap(({ id: provider, apiKeyVariable: variable }) => {
    if (variable === undefined) return [];
    const apiKey = variables.parseSecret(variable, CREDENTIAL, (text) =>
      isCredential(text) ? text : undefined,
    );
    return apiKey === undefined ? [] : [{ provider, variable, apiKey }];
  });
}
