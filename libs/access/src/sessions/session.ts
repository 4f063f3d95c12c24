import { type UserRole } from '#rights';

export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly role: UserRole;
  readonly mustChangePassword: boolean;
}

/** The session of a signed-in user. */
export interface Session {
  /** The unhashed id, which is a secret. */
  readonly id: string;
  readonly user: SessionUser;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** Use does not extend it. */
  readonly expiresAt: Date;
}

/** A session without its secret id. */
export interface ListedSession {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly address: string;
  readonly userAgent: string;
}

export interface NewSession {
  /** Sent once, to the client that signed in. Only its hash is stored. */
  readonly id: string;
  readonly expiresAt: Date;
}

/** The client that a session is created for. */
export interface SessionClient {
  address: string;
  userAgent?: string;
}
