import { type AuditChanges } from './audit-changes.js';

/** Who changes things; `anonymous` has not said who they are, or not yet. A `schedule` is work that the operator ordered before. */
export interface AuditActor {
  kind: 'user' | 'admin-token' | 'operator' | 'schedule' | 'anonymous';
  id: string;
  /** What people know them by, as it was then. */
  name: string;
}

/** What was changed. */
export interface AuditSubject {
  /** A noun of the admin API, in the singular: `token`. */
  type: string;
  id: string;
  /** As it was then. */
  name?: string;
}

export interface NewAuditEntry {
  actor: AuditActor;
  /** Noun and verb: `token.create`. */
  action: `${string}.${string}`;
  subject: AuditSubject;
  changes?: AuditChanges;
  /** Where the request came from. */
  address?: string;
  requestId?: string;
}

export interface AuditEntry extends NewAuditEntry {
  /** Counts from 1, without a gap. */
  seq: number;
  at: Date;
  changes: AuditChanges;
  /** In hex. */
  hash: string;
}
