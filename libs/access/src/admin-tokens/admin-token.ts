import { type AdminScope } from '#rights';

/** What a script shows to be let in. */
export interface AdminToken {
  readonly id: string;
  readonly name: string;
  /** The end of its value, for people to tell it by. */
  readonly keyHint: string;
  readonly scopes: readonly AdminScope[];
  readonly createdBy: string;
  /** The user whose doing it is, if it is a user's. */
  readonly createdByUser: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface IssuedAdminToken {
  readonly token: AdminToken;
  /** Shown once; only its hash is stored. */
  readonly value: string;
}
