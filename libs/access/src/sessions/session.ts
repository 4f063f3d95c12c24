import { type UserRole } from '#rights';

export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly role: UserRole;
  readonly mustChangePassword: boolean;
}

/** Somebody who is signed in. */
export interface Session {
  /** As it was shown: a secret. */
  readonly id: string;
  readonly user: SessionUser;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** However much it is used. */
  readonly expiresAt: Date;
}

/** A session as others see it: without what it is known by. */
export interface ListedSession {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly address: string;
  readonly userAgent: string;
}

export interface NewSession {
  /** Shown once, to whoever signed in; only its hash is stored. */
  readonly id: string;
  readonly expiresAt: Date;
}

/** Who is asking, as far as a connection tells. */
export interface Visitor {
  address: string;
  userAgent?: string;
}
