import { type AdminScope } from '#rights';

/** A credential of the admin API for scripts. */
export interface AdminToken {
  readonly id: string;
  readonly name: string;
  /** The last characters of its value, shown so that people can recognize it. */
  readonly keyHint: string;
  readonly scopes: readonly AdminScope[];
  readonly createdBy: string;
  /** The user who created it, directly or with another admin token; null if no user did. */
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
