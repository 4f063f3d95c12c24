import { randomBytes } from 'node:crypto';

export function newRequestId(): string {
  return `req_${randomBytes(12).toString('hex')}`;
}

export function anthropicHeaders(): Record<string, string> {
  return {
    'request-id': newRequestId(),
    'anthropic-organization-id': 'fake-organization',
    'anthropic-ratelimit-requests-remaining': '999',
    'set-cookie': '__cf_bm=fake; path=/; HttpOnly',
  };
}
