import type { ProviderId } from '../provider-ids.js';
import { CREDENTIAL, isCredential } from '../text/credential.js';
import type { Variables } from './variables.js';

export interface ProviderKey {
  provider: ProviderId;
  variable: string;
  apiKey: string;
}

const KEY_VARIABLES: readonly (readonly [ProviderId, string])[] = [
  ['openai', 'OPENAI_API_KEY'],
  ['anthropic', 'ANTHROPIC_API_KEY'],
  ['gemini', 'GEMINI_API_KEY'],
  ['cohere', 'COHERE_API_KEY'],
  ['jina', 'JINA_API_KEY'],
  ['kling', 'KLING_API_KEY'],
  ['runway', 'RUNWAY_API_KEY'],
  ['luma', 'LUMA_API_KEY'],
  ['minimax', 'MINIMAX_API_KEY'],
  ['vidu', 'VIDU_API_KEY'],
  ['seedance', 'SEEDANCE_API_KEY'],
  ['wan', 'WAN_API_KEY'],
];

export function readProviderKeys(variables: Variables): ProviderKey[] {
  return KEY_VARIABLES.flatMap(([provider, variable]) => {
    const apiKey = variables.parseSecret(variable, CREDENTIAL, (text) =>
      isCredential(text) ? text : undefined,
    );
    return apiKey === undefined ? [] : [{ provider, variable, apiKey }];
  });
}
