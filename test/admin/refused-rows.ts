export const MODEL = 'sandbox-chat';
const MESSAGES = [{ role: 'user', content: 'a secret plan' }];
export const CHAT = { model: MODEL, messages: MESSAGES };
export const AGENT = 'a-client/1.0';

export const keyFor = (name: string): string => `sk-mg-${name}-0123456789abcdef0123`;

export const TOKENS = {
  usual: {},
  hasty: { rpm: 1 },
  narrow: { tpm: 1 },
  poor: { budgetUsd: 0.000001 },
  chosen: { models: ['m'] },
};
type TokenName = keyof typeof TOKENS;

export interface Sent {
  path?: string;
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  token?: TokenName | 'none' | 'wrong';
}

/** The request, and its record. */
export const OVER_HTTP: [name: string, sent: Sent, recorded: Record<string, unknown>][] = [
  [
    'an unknown model, as chat completions',
    { body: { ...CHAT, model: 'nothing' } },
    { outcome: 'model-not-found', error_code: 'model_not_found', model: 'nothing', status: 404 },
  ],
  [
    'an unknown model, as messages',
    { path: '/v1/messages', body: { ...CHAT, model: 'nothing', max_tokens: 5 } },
    { outcome: 'model-not-found', model: 'nothing', format: 'anthropic-messages' },
  ],
  [
    'an unknown model, as responses',
    { path: '/v1/responses', body: { model: 'nothing', input: 'hello' } },
    { outcome: 'model-not-found', model: 'nothing' },
  ],
  [
    'an unknown model, as generateContent',
    {
      path: '/v1beta/models/nothing:generateContent',
      body: { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] },
    },
    { outcome: 'model-not-found', model: 'nothing', path: '/v1beta/models/nothing:generateContent' },
  ],
  [
    'an unknown model, of embeddings',
    { path: '/v1/embeddings', body: { model: 'nothing', input: 'hello' } },
    { outcome: 'model-not-found' },
  ],
  [
    'a video of an unknown model',
    { path: '/v1/videos', body: { model: 'nothing', prompt: 'x' } },
    { outcome: 'model-not-found' },
  ],
  [
    'a body that is no JSON',
    { body: 'no JSON' },
    { outcome: 'invalid-json', status: 400, error_code: 'invalid_json' },
  ],
  [
    'an invalid parameter',
    { body: { model: MODEL, messages: 'a secret plan' } },
    { outcome: 'invalid-type', error_param: 'messages' },
  ],
  ['a model that the token may not use', { token: 'chosen', body: CHAT }, { outcome: 'model-not-allowed' }],
  [
    'a budget that is used up',
    { token: 'poor', body: { ...CHAT, model: 'm' } },
    { outcome: 'budget-exhausted' },
  ],
  [
    'no token',
    { token: 'none', body: CHAT },
    { outcome: 'missing-credential', token_id: null, owner: null, status: 401 },
  ],
  [
    'a wrong token',
    { token: 'wrong', body: CHAT },
    { outcome: 'unknown-token', token_id: null, status: 401 },
  ],
  [
    'an unknown path',
    { path: '/v1/chat/completion', body: CHAT },
    { outcome: 'unknown-path', path: '/v1/chat/completion' },
  ],
  ['a path without its version', { path: '/chat/completions', body: CHAT }, { outcome: 'unknown-path' }],
  [
    'an address that cannot be decoded',
    { path: '/v1/models/%E0%A4%A', method: 'GET' },
    { outcome: 'invalid-request' },
  ],
  [
    'a read of something unknown',
    { path: '/v1/responses/resp_nothing', method: 'GET' },
    { outcome: 'resource-not-found', method: 'GET' },
  ],
];
