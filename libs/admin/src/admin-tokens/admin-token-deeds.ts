import { type AdminToken } from '#access';
import { type Deed } from '../audit/audit-trail.js';

export function subjectOf({ id, name }: AdminToken): Deed['subject'] {
  return { type: 'admin-token', id, name };
}

export function revocationOf(token: AdminToken): Deed {
  return {
    action: 'admin-token.revoke',
    subject: subjectOf(token),
    changes: { revokedAt: { from: null, to: token.revokedAt?.toISOString() ?? null } },
  };
}
