import { type AdminScope } from './admin-scope.js';

export type UserRole = 'admin' | 'member';

/** A person who has signed in. */
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
  /** The user who made the token, or who made the token that made it. */
  createdByUser?: string;
  /** Undefined where the token does not expire. */
  expiresAt?: Date;
}

/** The person who runs the gateway: its config file at a start, and commands on the machine of the database. */
interface OperatorPrincipal {
  kind: 'operator';
}

/** The caller of the admin API, or the operator. */
export type Principal = UserPrincipal | AdminTokenPrincipal | OperatorPrincipal;

export const OPERATOR: OperatorPrincipal = { kind: 'operator' };

/** The owner whose things are all that this principal may see; undefined where it may see those of every owner. */
export function confinedTo(principal: Principal): string | undefined {
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
