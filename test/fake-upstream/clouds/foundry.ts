import { type Cloud } from './cloud-front.js';

/** Claude in Azure's Foundry: Anthropic's own API, with keys of the resource. */
export function foundry(apiKey: string): Cloud {
  return ({ path, headers, body }) => {
    const isKnown = headers['x-api-key'] === 'foundry-key' || headers.authorization === 'Bearer entra-token';
    if (!isKnown) {
      const error = {
        code: '401',
        message: 'Access denied due to invalid subscription key or wrong API endpoint.',
      };
      return { kind: 'answer', status: 401, body: { error } };
    }
    if (path !== '/anthropic/v1/messages') {
      return { kind: 'answer', status: 404, body: { error: { code: '404', message: 'Resource not found' } } };
    }
    const version = String(headers['anthropic-version']);
    return {
      kind: 'pass',
      path: '/v1/messages',
      headers: { 'x-api-key': apiKey, 'anthropic-version': version },
      body,
    };
  };
}
