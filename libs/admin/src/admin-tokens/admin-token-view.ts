import { type AdminToken } from '#access';
import { type AdminTokenView } from './admin-token.dto.js';

export function viewAdminToken(token: AdminToken): AdminTokenView {
  return {
    id: token.id,
    name: token.name,
    key_hint: token.keyHint,
    status: getStatus(token),
    scopes: token.scopes,
    created_by: token.createdBy,
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    revoked_at: token.revokedAt?.toISOString() ?? null,
  };
}

function getStatus({ revokedAt, expiresAt }: AdminToken): AdminTokenView['status'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt.getTime() <= Date.now() ? 'expired' : 'active';
}
