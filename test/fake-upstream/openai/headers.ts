import { randomBytes } from 'node:crypto';

export function openaiHeaders(): Record<string, string> {
  return {
    'x-request-id': `req_${randomBytes(16).toString('hex')}`,
    'openai-organization': 'fake-organization',
    'openai-processing-ms': '1',
    'openai-version': '2020-10-01',
    'set-cookie': '__cf_bm=fake; path=/; HttpOnly',
  };
}
