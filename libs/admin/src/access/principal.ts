import { type AdminScope, type UserRole } from '#access';

/** A person, by the session that their browser or their script has opened. */
export interface UserPrincipal {
  kind: 'user';
  userId: string;
  email: string;
  role: UserRole;
  /** What its cookie holds; nobody else is to see it. */
  sessionId: string;
  /** Until they have, there is nothing else that they can do. */
  mustChangePassword: boolean;
}

/** A script, by a token that an admin has made for it. */
interface AdminTokenPrincipal {
  kind: 'admin-token';
  id: string;
  name: string;
  scopes: readonly AdminScope[];
  /** The user whose doing it is, if it is a user's. */
  createdByUser?: string;
}

/** Whoever runs a command on the machine itself, with the database in reach. */
interface OperatorPrincipal {
  kind: 'operator';
}

/** Who is asking. */
export type Principal = UserPrincipal | AdminTokenPrincipal | OperatorPrincipal;

/** Known to one process alone: whoever sends it as a bearer token is the operator. */
export const OPERATOR_KEY = Symbol('operator key');

/** The owner whose things are all that this principal may see; undefined where it may see everybody's. */
export function confinedTo(principal: Principal): string | undefined {
  return principal.kind === 'user' && principal.role === 'member' ? principal.email : undefined;
}
