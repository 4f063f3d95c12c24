import { type AdminToken } from '#access';
import { type Deed } from '../audit/audit-trail.js';

export function toSubject({ id, name }: AdminToken): Deed['subject'] {
  return { type: 'admin-token', id, name };
}

export function toRevocation(token: AdminToken): Deed {
  return {
    action: 'admin-token.revoke',
    subject: toSubject(token),
    changes: { revokedAt: { from: null, to: token.revokedAt?.toISOString() ?? null } },
  };
}
