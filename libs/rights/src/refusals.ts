import { GatewayError } from '#canonical';
import { type AdminScope } from './admin-scope.js';

/** The field that was refused, by its name in the admin API. */
interface RefusedField {
  param?: string;
}

/** For an admin token without the scope that a change, or one field of it, requires. */
export function needsScope(scope: AdminScope, why: string, { param }: RefusedField = {}): GatewayError {
  const subject = param === undefined ? 'This change' : `"${param}"`;
  return new GatewayError('forbidden', `${subject} requires the scope ${scope}: ${why}.`, {
    param,
    code: 'missing_scope',
  });
}

export function onlyAdmins(): GatewayError {
  return new GatewayError('forbidden', 'This action requires the admin role.');
}

/** For a user whose password was chosen by another person. */
export function passwordChangeRequired(): GatewayError {
  return new GatewayError('forbidden', 'Change your password first (POST /api/session/password).', {
    code: 'password_change_required',
  });
}
