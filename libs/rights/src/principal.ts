import { type AdminScope } from './admin-scope.js';

export type UserRole = 'admin' | 'member';

/** A signed-in user. */
export interface UserPrincipal {
  kind: 'user';
  userId: string;
  email: string;
  role: UserRole;
  /** The secret of the session cookie. Never shown or logged. */
  sessionId: string;
  /** Such a user can do nothing but change the password. */
  mustChangePassword: boolean;
}

/** A script with an admin token. */
interface AdminTokenPrincipal {
  kind: 'admin-token';
  id: string;
  name: string;
  scopes: readonly AdminScope[];
  /** The user who created the token. If another admin token created it: the user who created that one. */
  createdByUser?: string;
  /** Undefined if the token does not expire. */
  expiresAt?: Date;
}

/** The operator of the gateway: the config file at start, and commands that connect to the database. */
interface OperatorPrincipal {
  kind: 'operator';
}

/** The caller of the admin API, or the operator. */
export type Principal = UserPrincipal | AdminTokenPrincipal | OperatorPrincipal;

export const OPERATOR: OperatorPrincipal = { kind: 'operator' };

/** The only owner whose data this principal may read; undefined if it may read the data of all owners. */
export function getOwnerScope(principal: Principal): string | undefined {
  return principal.kind === 'user' && principal.role === 'member' ? principal.email : undefined;
}

/** Whether the principal may do everything: the operator, an admin, or an admin token with the scope `*`. */
export function isUnlimited(principal: Principal): boolean {
  switch (principal.kind) {
    case 'operator':
      return true;
    case 'user':
      return principal.role === 'admin';
    case 'admin-token':
      return principal.scopes.includes('*');
  }
}
