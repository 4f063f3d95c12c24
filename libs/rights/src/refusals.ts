import { GatewayError } from '#canonical';
import { type AdminScope } from './admin-scope.js';

/** The field that was refused, by its name in the admin API. */
interface RefusedField {
  param?: string;
}

/** For an admin token: the field, the scope that it needs, and why. */
export function needsScope(scope: AdminScope, why: string, { param }: RefusedField = {}): GatewayError {
  const subject = param === undefined ? 'This change' : `"${param}"`;
  return new GatewayError('forbidden', `${subject} needs the scope ${scope}: ${why}.`, {
    param,
    code: 'missing_scope',
  });
}

export function onlyAdmins(): GatewayError {
  return new GatewayError('forbidden', 'Only an admin can do this.');
}

/** For a user whose password was chosen by another person. */
export function passwordChangeRequired(): GatewayError {
  return new GatewayError('forbidden', 'Choose a password of your own first (POST /api/session/password).', {
    code: 'password_change_required',
  });
}
